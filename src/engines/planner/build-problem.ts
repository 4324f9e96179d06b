import { nodesOf, type Node, type NodeList, type Published, publishedOf } from "./nodes.ts";
import { NEVER, type Problem } from "./problem.ts";
import type { Courier, Order, PlanRequest, PublishedRoute } from "#kernel/plan-request.ts";

/** The request is against the rules of its own shape; the message names what. */
export class BadPlan extends Error {}

/** @throws BadPlan for a courier or a profile that the request does not have */
export function problemOf(request: PlanRequest): Problem {
  const { couriers, orders, weights } = request;
  const { travel = 1, fairness = 0 } = weights;
  const published = publishedOf(request);
  const list = nodesOf(request, published);
  const { nodes, breaks, pickups, drop } = list;
  const dims = Math.max(1, ...couriers.map(({ capacity }) => capacity.length));
  const courierOf = new Map(couriers.map(({ id }, index) => [id, index]));
  const indexOf = new Map(orders.map(({ id }, index) => [id, index]));
  return {
    request,
    dims,
    places: placesOf(request),
    nodes: { ...nodeArrays(nodes, dims), before: beforeOf(request, list, courierOf) },
    orders: {
      count: orders.length,
      pickups,
      drop: Int32Array.from(drop),
      leftCost: Float64Array.from(orders, ({ priority }) => weights.left * (1 + priority / 10)),
      home: Int32Array.from(orders, ({ id }) => courierOf.get(published.get(id)?.courier ?? "") ?? -1),
      fits: fitsOf(request, { indexOf, published }),
    },
    couriers: {
      count: couriers.length,
      seconds: couriers.map(({ profile }) => travelOf(request, profile).seconds),
      metres: couriers.map(({ profile }) => travelOf(request, profile).metres),
      perSecond: Float64Array.from(couriers, ({ cost }) => cost.perSecond * travel),
      perMetre: Float64Array.from(couriers, ({ cost }) => cost.perMetre * travel),
      fixed: Float64Array.from(couriers, ({ cost }) => cost.fixed),
      fair: Float64Array.from(couriers, ({ shift }) => fairness / Math.max(1, shift[1] - shift[0])),
      begin: Int32Array.from(couriers, ({ shift }) => shift[0]),
      capacity: byDimension(couriers, dims, ({ capacity }, dim) => capacity[dim] ?? 0),
      aboard: byDimension(couriers, dims, ({ onBoard }, dim) =>
        onBoard.reduce((sum, id) => sum + (orders[indexOf.get(id) ?? -1]?.load[dim] ?? 0), 0),
      ),
      maxStops: Int32Array.from(couriers, ({ maxStops }) => maxStops ?? NEVER),
      breaks,
      alike: alikeOf(couriers, orders),
      locked: routesOf(request, courierOf, (route) => at(list, route.stops.slice(0, route.locked))),
      kept: routesOf(request, courierOf, (route) =>
        at(
          list,
          route.stops.slice(route.locked).filter(({ stays }) => stays),
        ),
      ),
      planned: routesOf(request, courierOf, (route) => at(list, route.stops.slice(route.locked))),
    },
    changeOrder: weights.changeOrder,
    changeCourier: weights.changeCourier,
  };
}

const placesOf = ({ travel }: PlanRequest): number =>
  Math.round(Math.sqrt(Object.values(travel)[0]?.seconds.length ?? 0));

function nodeArrays(nodes: readonly Node[], dims: number): Omit<Problem["nodes"], "before"> {
  const ints = (read: (node: Node) => number): Int32Array => Int32Array.from(nodes, read);
  return {
    count: nodes.length,
    kind: ints(({ kind }) => kind),
    place: ints(({ place }) => place),
    service: ints(({ service }) => service),
    order: ints(({ order }) => order),
    open: ints(({ windows }) => windows[0]?.[0] ?? -NEVER),
    close: ints(({ windows }) => windows.at(-1)?.[1] ?? NEVER),
    many: ints(({ windows }) => (windows.length > 1 ? 1 : 0)),
    windows: nodes.map(({ windows }) => windows),
    load: Int32Array.from(
      { length: nodes.length * dims },
      (_, cell) => nodes[Math.floor(cell / dims)]?.load[cell % dims] ?? 0,
    ),
    lateCost: Float64Array.from(nodes, ({ lateCost }) => lateCost),
    due: ints(({ due }) => due),
    tightCost: Float64Array.from(nodes, ({ tightCost }) => tightCost),
    tight: ints(({ tight }) => tight),
    etaCost: Float64Array.from(nodes, ({ etaCost }) => etaCost),
    eta: ints(({ eta }) => eta),
    isTimed: ints((node) => Number(node.lateCost > 0 || node.tightCost > 0 || node.etaCost > 0)),
    ride: ints(({ ride }) => ride),
    of: ints(({ of }) => of),
  };
}

/** Nodes of published stops that the plan has. */
const at = ({ nodeAt }: NodeList, stops: PublishedRoute["stops"]): number[] =>
  stops.map(nodeAt).filter((node) => node >= 0);

/** Something of each courier's published route; nothing for a courier without one. */
function routesOf(
  { couriers, published = [] }: PlanRequest,
  courierOf: ReadonlyMap<string, number>,
  read: (route: PublishedRoute) => number[],
): number[][] {
  const found: number[][] = couriers.map(() => []);
  for (const route of published) {
    const courier = courierOf.get(route.courier);
    if (courier === undefined) throw new BadPlan(`the published courier ${route.courier} is not in the plan`);
    found[courier] = read(route);
  }
  return found;
}

/** Published node before each one, where another one costs something. */
function beforeOf(request: PlanRequest, list: NodeList, courierOf: ReadonlyMap<string, number>): Int32Array {
  const before = new Int32Array(list.nodes.length).fill(-1);
  if (request.weights.changeOrder === 0) return before;
  for (const route of request.published ?? []) {
    const stops = at(list, route.stops);
    for (const [index, node] of stops.entries())
      before[node] = stops[index - 1] ?? (courierOf.get(route.courier) ?? 0) * 2;
  }
  return before;
}

function fitsOf(
  { couriers, orders }: PlanRequest,
  { indexOf, published }: { indexOf: ReadonlyMap<string, number>; published: ReadonlyMap<string, Published> },
): Uint8Array {
  const fits = new Uint8Array(couriers.length * orders.length);
  const holder = new Map(couriers.flatMap(({ id, onBoard }) => onBoard.map((order) => [order, id] as const)));
  for (const [c, courier] of couriers.entries()) {
    const skills = new Set(courier.skills);
    for (const order of orders) {
      const begun = published.get(order.id);
      const only = holder.get(order.id) ?? (begun?.isBegun ? begun.courier : undefined);
      const isAllowed =
        (only === undefined || only === courier.id) &&
        order.skills.every((skill) => skills.has(skill)) &&
        !order.forbid?.includes(courier.id);
      if (isAllowed) fits[c * orders.length + (indexOf.get(order.id) ?? 0)] = 1;
    }
  }
  return fits;
}

function travelOf({ travel }: PlanRequest, profile: string): PlanRequest["travel"][string] {
  const known = travel[profile];
  if (!known) throw new BadPlan(`there is no travel for the profile ${profile}`);
  return known;
}

const byDimension = (
  couriers: readonly Courier[],
  dims: number,
  read: (courier: Courier, dim: number) => number,
): Int32Array =>
  Int32Array.from({ length: couriers.length * dims }, (_, at) => {
    const courier = couriers[Math.floor(at / dims)];
    return courier ? read(courier, at % dims) : 0;
  });

function alikeOf(couriers: readonly Courier[], orders: readonly Order[]): Int32Array {
  const named = new Set(orders.flatMap(({ forbid = [] }) => forbid));
  const groups = new Map<string, number>();
  return Int32Array.from(couriers, (courier, at) => {
    const { id, onBoard, ...rest } = courier;
    const key = named.has(id) || onBoard.length > 0 ? id : JSON.stringify(rest);
    const group = groups.get(key) ?? at;
    groups.set(key, group);
    return group;
  });
}
