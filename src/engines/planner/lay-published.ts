import { intAt, numAt } from "#kernel/typed.ts";
import type { Problem } from "./problem.ts";
import type { Routes } from "./routes.ts";

/** Lays the published stops; an order whose stops no longer hold waits for a new place, unless they stay. @returns the orders laid */
export function layPublished(routes: Routes): ReadonlySet<number> {
  const { couriers, nodes } = routes.problem;
  const placed = new Set<number>();
  for (let courier = 0; courier < couriers.count; courier++) {
    const kept = new Set(couriers.kept[courier]);
    let list = [...(couriers.planned[courier] ?? [])].filter(
      (node) => kept.has(node) || isWhole(routes.problem, node, courier),
    );
    while (list.length > kept.size && !lay(routes, courier, list)) {
      const dropped = intAt(nodes.order, list.findLast((node) => !kept.has(node)) ?? 0);
      list = list.filter((node) => kept.has(node) || intAt(nodes.order, node) !== dropped);
    }
    if (list.length === kept.size) lay(routes, courier, list);
    for (const node of list) if (!kept.has(node)) placed.add(intAt(nodes.order, node));
  }
  return placed;
}

/** Whether all movable stops of the node's order are planned with this courier, who may have it. */
function isWhole({ orders, couriers, nodes }: Problem, node: number, courier: number): boolean {
  const order = intAt(nodes.order, node);
  const planned = new Set(couriers.planned[courier]);
  return (
    orders.fits[courier * orders.count + order] === 1 &&
    [...(orders.pickups[order] ?? []), intAt(orders.drop, order)].every((stop) => planned.has(stop))
  );
}

/** Sets a route with each of its breaks where it costs least: a rest too early makes stops late that may be. */
function lay(routes: Routes, courier: number, list: readonly number[]): boolean {
  const { couriers } = routes.problem;
  const locked = couriers.locked[courier] ?? [];
  let laid = [...locked, ...list];
  for (const rest of couriers.breaks[courier] ?? []) {
    let [least, best] = [Infinity, -1];
    for (let spot = locked.length; spot <= laid.length; spot++) {
      const holds = routes.set(courier, laid.toSpliced(spot, 0, rest));
      if (holds && numAt(routes.cost, courier) < least) [least, best] = [numAt(routes.cost, courier), spot];
    }
    if (best < 0) {
      const kept = couriers.kept[courier] ?? [];
      routes.set(courier, [...locked, ...kept, ...(couriers.breaks[courier] ?? [])]);
      return false;
    }
    laid = laid.toSpliced(best, 0, rest);
  }
  return routes.set(courier, laid);
}
