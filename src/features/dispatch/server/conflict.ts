import { Refusal } from "#kernel/refusal.ts";
import type { PlanEdit } from "../contract/api.ts";
import type { LockedRoute } from "./revise-routes.ts";

/**
 * Compares what the author saw with what is there; a route that they did not name counts as seen empty.
 *
 * @throws Refusal `dispatch.conflict`, saying whose route, who changed it, how, from which revision to which
 */
export function compareSeen(
  seen: PlanEdit["seen"],
  courierIds: readonly string[],
  routes: ReadonlyMap<string, LockedRoute>,
): void {
  const expected = new Map(seen.map((one) => [one.courierId, one.revision]));
  for (const courierId of courierIds) {
    const route = routes.get(courierId);
    const saw = expected.get(courierId) ?? 0;
    if (route && route.revision !== saw) throw conflict(route, saw);
  }
}

/** Says whose route it is, who changed it last, and how. */
export function conflict(route: LockedRoute | undefined, expected: number): Refusal {
  const { type, count, numbers } = route?.lastChange ?? { type: "assign", count: 0, numbers: [] };
  return new Refusal("dispatch.conflict", {
    courierId: route?.courierId ?? "",
    courier: route?.courierName ?? "",
    by: route?.revisedByName ?? "",
    revision: route?.revision ?? 0,
    expected,
    change: type,
    count,
    deliveries: numbers.join(", "),
  });
}
