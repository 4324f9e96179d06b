import type { OrderChange, PlanRequest, PlanResult } from "#kernel/plan-request.ts";

/** Offer to change a published plan. */
export interface Difference {
  /** Orders with another courier, and drops that begin at another moment than published. */
  readonly changes: readonly OrderChange[];
  readonly secondsSaved: number;
  readonly metresSaved: number;
  /** Orders that were late or left out and are no longer. */
  readonly mended: readonly string[];
  /** Orders that are late or left out only now. */
  readonly broken: readonly string[];
  /** Price saved, changes paid. */
  readonly saved: number;
  readonly plan: PlanResult;
}

export function differenceOf(request: PlanRequest, before: PlanResult, after: PlanResult): Difference {
  const [was, is] = [missed(request, before), missed(request, after)];
  return {
    changes: after.changes,
    secondsSaved: total(before, "seconds") - total(after, "seconds"),
    metresSaved: total(before, "metres") - total(after, "metres"),
    mended: [...was].filter((order) => !is.has(order)),
    broken: [...is].filter((order) => !was.has(order)),
    saved: before.cost - after.cost,
    plan: after,
  };
}

const total = ({ routes }: PlanResult, unit: "seconds" | "metres"): number =>
  routes.reduce((sum, route) => sum + route[unit], 0);

/** Orders that are left out, or have a stop that begins after its last window. */
function missed({ orders }: PlanRequest, { routes, leftOut }: PlanResult): Set<string> {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const found = new Set(leftOut.map(({ order }) => order));
  for (const { order: id, kind, pickup = 0, start } of routes.flatMap(({ stops }) => stops)) {
    const order = byId.get(id);
    const stop = kind === "drop" ? order?.drop : order?.pickups[pickup];
    if (start > (stop?.windows.at(-1)?.[1] ?? Infinity)) found.add(id);
  }
  return found;
}
