import { intAt, numAt } from "#kernel/typed.ts";
import type { MoveCause } from "#server/planning/planner.ts";
import { explain } from "./explain.ts";
import { Places } from "./places.ts";
import type { Search } from "./search.ts";
import { lateIn, type Way, wayOf } from "./way.ts";

/** Seconds of driving, of lateness, and of hours that come nearer to each other, from which on they are a reason. */
const WORTH_S = 30;

/**
 * Why orders have another courier than published: what it would be like, in this very plan, to have one of them back with the
 * courier of before, at the place that costs least there.
 *
 * @param isOver true once the time is over: the orders behind are told as `together`
 */
export function whyMoved(
  { problem, routes }: Pick<Search, "problem" | "routes">,
  isOver: () => boolean = () => false,
): MoveCause[] {
  const { orders, request } = problem;
  const places = new Places(routes);
  return Array.from({ length: orders.count }, (_, order) => order).flatMap((order): MoveCause[] => {
    const [home, holder] = [intAt(orders.home, order), intAt(routes.courierOf, order)];
    if (intAt(orders.drop, order) < 0 || home < 0 || holder < 0 || home === holder) return [];
    const cause = isOver()
      ? { kind: "together" as const }
      : causeOf({ routes, places }, order, [home, holder]);
    return [{ order: request.orders[order]?.id ?? "", ...cause }];
  });
}

type Cause = MoveCause extends infer C ? (C extends MoveCause ? Omit<C, "order"> : never) : never;

function causeOf(
  { routes, places }: { readonly routes: Search["routes"]; readonly places: Places },
  order: number,
  [home, holder]: readonly [home: number, holder: number],
): Cause {
  const { nodes, orders, couriers } = routes.problem;
  // Several pickups are put in one by one on the route itself, which is not to change here.
  const back = (orders.pickups[order]?.length ?? 0) > 1 ? undefined : places.look(order, home);
  if (!back) {
    const reasons = explain(routes, order, home).filter(({ kind }) => kind !== "costsMore");
    return reasons.length > 0 ? { kind: "cannot", reasons } : { kind: "together" };
  }
  const list = routes.nodesOf(holder);
  const without = list.filter((node) => intAt(nodes.of, node) !== order);
  const now = [wayOf(routes, home, routes.nodesOf(home)), wayOf(routes, holder, list)] as const;
  const then = [wayOf(routes, home, back.list), wayOf(routes, holder, without)] as const;
  const late = lateOnly(routes, now, then);
  if (late) return { kind: "late", ...late };
  const seconds = sumOf(then, "seconds") - sumOf(now, "seconds");
  if (seconds >= WORTH_S)
    return { kind: "saves", seconds, metres: Math.max(0, sumOf(then, "metres") - sumOf(now, "metres")) };
  const hours = ([one, other]: readonly [Way, Way]): number =>
    Math.abs(one.end - intAt(couriers.begin, home) - (other.end - intAt(couriers.begin, holder)));
  const nearer = hours(then) - hours(now);
  return numAt(couriers.fair, home) > 0 && nearer >= WORTH_S
    ? { kind: "evens", seconds: nearer }
    : { kind: "together" };
}

const sumOf = ([one, other]: readonly [Way, Way], unit: "seconds" | "metres"): number =>
  one[unit] + other[unit];

/** The order that would be late by most if one were back, and is not in the plan. */
function lateOnly(
  routes: Search["routes"],
  now: readonly Way[],
  then: readonly Way[],
): { readonly late: string; readonly by: number } | undefined {
  const { nodes, request } = routes.problem;
  const known = new Set(now.flatMap((way) => [...lateIn(routes, way)]));
  let worst: { late: string; by: number } | undefined;
  for (const way of then)
    for (const [node, start] of way.starts) {
      const late = request.orders[intAt(nodes.of, node)]?.id;
      const by = start - intAt(nodes.due, node);
      if (late !== undefined && by >= WORTH_S && !known.has(late) && by > (worst?.by ?? 0))
        worst = { late, by };
    }
  return worst;
}
