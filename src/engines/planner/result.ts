import { intAt } from "#kernel/typed.ts";
import { explain } from "./explain.ts";
import { Odds } from "./odds.ts";
import { BREAK, DROP, END } from "./problem.ts";
import type { OrderChange, PlannedRoute, PlannedStop, PlanResult, RouteStop } from "#kernel/plan-request.ts";
import type { Search } from "./search.ts";

/** The plan that a search holds, in the words of its request. */
export function resultOf(search: Search): PlanResult {
  const { problem, iterations, cost } = search;
  const { request, orders } = problem;
  const routes = routesOf(search);
  return {
    routes,
    leftOut: search.left.map((order) => ({
      order: request.orders[order]?.id ?? "",
      because: Array.from({ length: problem.couriers.count }, (_, courier) => ({
        courier: request.couriers[courier]?.id ?? "",
        reasons: explain(search.routes, order, courier),
      })),
    })),
    changes: Array.from({ length: orders.count }, (_, order) => changeOf(search, routes, order)).filter(
      (change) => change !== undefined,
    ),
    cost,
    iterations,
    seed: request.seed,
  };
}

/** Routes of a plan, with the odds of each stop. */
export function routesOf(search: Search): PlannedRoute[] {
  const odds = new Odds(search.routes, search.problem.request.seed);
  return search.problem.request.couriers.map((_, courier) => routeOf(search, courier, odds.ofRoute(courier)));
}

/** Stop of an order by its node. */
export function stopOf({ problem }: Pick<Search, "problem">, node: number): PlannedStop {
  const order = intAt(problem.nodes.of, node);
  const id = problem.request.orders[order]?.id ?? "";
  if (intAt(problem.nodes.kind, node) === DROP) return { order: id, kind: "drop" };
  let pickup = 0;
  for (let at = node - 1; intAt(problem.nodes.of, at) === order && at >= 0; at--) pickup++;
  return { order: id, kind: "pickup", pickup };
}

function routeOf(search: Search, courier: number, odds: readonly number[]): PlannedRoute {
  const { problem, routes } = search;
  const { nodes } = problem;
  const legs = routes.legs[courier];
  const base = intAt(routes.base, courier);
  const last = base + intAt(routes.size, courier) - 1;
  const stops: RouteStop[] = [];
  const breaks: { start: number; afterStops: number }[] = [];
  let [seconds, metres, prior, rest] = [0, 0, base, 0];
  for (let at = base + 1; at <= last; at++) {
    const node = intAt(routes.node, at);
    if (intAt(nodes.kind, node) === BREAK) {
      const start = Math.max(rest, intAt(routes.leave, prior), intAt(nodes.open, node));
      rest = start + intAt(nodes.service, node);
      breaks.push({ start, afterStops: stops.length });
      continue;
    }
    const from = intAt(routes.node, prior);
    seconds += legs?.seconds(from, node) ?? 0;
    metres += legs?.metres(from, node) ?? 0;
    if (intAt(nodes.kind, node) !== END)
      stops.push({ ...timesOf(search, { courier, prior, at }), pOnTime: odds[stops.length] ?? 1 });
    [prior, rest] = [at, 0];
  }
  const id = problem.request.couriers[courier]?.id ?? "";
  if (stops.length === 0)
    return { courier: id, stops, breaks, seconds: 0, metres: 0, end: intAt(routes.start, base) };
  return { courier: id, stops, breaks, seconds, metres, end: intAt(routes.start, last) };
}

function timesOf(
  search: Search,
  { courier, prior, at }: { courier: number; prior: number; at: number },
): Omit<RouteStop, "pOnTime"> {
  const { problem, routes } = search;
  const node = intAt(routes.node, at);
  const travel = routes.legs[courier]?.seconds(intAt(routes.node, prior), node) ?? 0;
  return {
    ...stopOf(search, node),
    arrive: routes.over(prior, at, intAt(routes.leave, prior), travel),
    start: intAt(routes.start, at),
    leave: intAt(routes.leave, at),
    load: Array.from(routes.load.subarray(at * problem.dims, (at + 1) * problem.dims)),
  };
}

/** An order that the plan gives to somebody else than published; a drop that begins at another moment. */
function changeOf(
  { problem, routes }: Search,
  planned: readonly PlannedRoute[],
  order: number,
): OrderChange | undefined {
  const { request, orders } = problem;
  if (!request.published || intAt(orders.drop, order) < 0) return undefined;
  const [home, courier] = [intAt(orders.home, order), intAt(routes.courierOf, order)];
  const id = request.orders[order]?.id ?? "";
  const nameOf = (index: number): string | null => request.couriers[index]?.id ?? null;
  const change = { order: id, from: nameOf(home), to: nameOf(courier) };
  if (home !== courier) return { ...change, etaShift: null };
  const start = dropOf(planned, change)?.start ?? 0;
  const etaShift = start - (dropOf(request.published, change)?.eta ?? start);
  return courier < 0 || etaShift === 0 ? undefined : { ...change, etaShift };
}

function dropOf<T extends PlannedStop>(
  routes: readonly { readonly courier: string; readonly stops: readonly T[] }[],
  { order, to }: Pick<OrderChange, "order" | "to">,
): T | undefined {
  return routes
    .find(({ courier }) => courier === to)
    ?.stops.find((stop) => stop.order === order && stop.kind === "drop");
}
