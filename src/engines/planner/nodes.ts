import { BREAK, DROP, END, NEVER, PICKUP, START } from "./problem.ts";
import type {
  Courier,
  Order,
  PlanRequest,
  PublishedRoute,
  PublishedStop,
  Sec,
  Stop,
  Weights,
  Window,
} from "#kernel/plan-request.ts";

export interface Node {
  readonly kind: number;
  /** -1: without a place (a break, an open end). */
  readonly place: number;
  readonly service: Sec;
  readonly windows: readonly Window[];
  /** -1: never moved by the search. */
  readonly order: number;
  readonly load: readonly number[];
  readonly due: Sec;
  readonly lateCost: number;
  readonly tight: Sec;
  readonly tightCost: number;
  readonly etaCost: number;
  readonly eta: Sec;
  readonly ride: Sec;
  /** Order of a stop, moved or not. */
  readonly of: number;
}

const FAR: readonly Window[] = [[-NEVER, NEVER]];
const CLOSED: readonly Window[] = [[NEVER, -NEVER]];
const PLAIN = {
  place: -1,
  service: 0,
  order: -1,
  load: [],
  due: NEVER,
  lateCost: 0,
  tight: NEVER,
  tightCost: 0,
  etaCost: 0,
  eta: 0,
  ride: NEVER,
  of: -1,
} as const;

/** Nodes of a request: start and end of each courier at `2c` and `2c + 1`, then breaks, then the stops order by order. */
export interface NodeList {
  readonly nodes: readonly Node[];
  readonly breaks: readonly (readonly number[])[];
  readonly pickups: readonly (readonly number[])[];
  readonly drop: readonly number[];
  /** Node of a published stop, -1 where the plan has none. */
  readonly nodeAt: (stop: PublishedRoute["stops"][number]) => number;
}

export function nodesOf(request: PlanRequest, published: ReadonlyMap<string, Published>): NodeList {
  const { couriers, orders, weights } = request;
  const nodes: Node[] = couriers.flatMap((courier) => endsOf(courier));
  const add = (node: Node): number => nodes.push(node) - 1;
  const breaks = couriers.map((courier) =>
    courier.breaks.map(({ window, duration }) =>
      add({ ...PLAIN, kind: BREAK, windows: [window], service: duration }),
    ),
  );
  const nodeOf = new Map<string, number>();
  const addStop = (index: number, key: string, { stop, part }: { stop: Stop; part: PartOf }): number => {
    const { id, releaseAt } = orders[index] ?? { id: "", releaseAt: undefined };
    const known = published.get(id)?.stops.get(key);
    const node = add({
      ...PLAIN,
      place: stop.place,
      service: stop.service,
      windows: windowsOf(stop, part.kind === PICKUP ? releaseAt : undefined),
      order: known?.isLocked ? -1 : index,
      ...dutyOf(stop, weights),
      ...(known?.eta !== undefined && { eta: known.eta, etaCost: known.etaPrice ?? weights.changeEta }),
      of: index,
      ...part,
    });
    nodeOf.set(`${id} ${key}`, node);
    return node;
  };
  const moves = (index: number) => (node: number) => nodes[node]?.order === index;
  const pickups: number[][] = [];
  const drop: number[] = [];
  for (const [index, order] of orders.entries()) {
    const all = order.pickups.map((stop, at) =>
      addStop(index, `p${at}`, { stop, part: { kind: PICKUP, load: stop.load } }),
    );
    pickups.push(all.filter(moves(index)));
    const load = order.load.map((units) => -units);
    const last = addStop(index, "d", {
      stop: order.drop,
      part: { kind: DROP, load, ride: order.maxRide ?? NEVER },
    });
    drop.push(moves(index)(last) ? last : -1);
  }
  const nodeAt = ({ order, kind, pickup = 0 }: PublishedRoute["stops"][number]): number =>
    nodeOf.get(`${order} ${kind === "drop" ? "d" : `p${pickup}`}`) ?? -1;
  return { nodes, breaks, pickups, drop, nodeAt };
}

/** Moments of a stop from which on a second has a price. */
export function dutyOf(
  { windows, lateCost = 0 }: Stop,
  { late = 1, margin }: Weights,
): Pick<Node, "due" | "lateCost" | "tight" | "tightCost"> {
  const due = windows.at(-1)?.[1] ?? NEVER;
  const hasMargin = margin !== undefined && due < NEVER;
  return {
    due,
    lateCost: lateCost * late,
    tight: hasMargin ? due - margin.seconds : NEVER,
    tightCost: hasMargin ? margin.price : 0,
  };
}

type PartOf = Pick<Node, "kind" | "load"> & Partial<Pick<Node, "ride">>;

function endsOf({ start, end, shift }: Courier): Node[] {
  return [
    { ...PLAIN, kind: START, place: start, windows: [[shift[0], shift[0]]] },
    { ...PLAIN, kind: END, place: end ?? -1, windows: [[shift[0], shift[1]]] },
  ];
}

export function windowsOf({ windows, lateCost = 0 }: Stop, releaseAt: Order["releaseAt"]): readonly Window[] {
  const all = windows.length > 0 ? windows : FAR;
  // A stop that may be late may begin at any time after its last window.
  const open =
    lateCost > 0 ? all.map(([from, to], at) => [from, at === all.length - 1 ? NEVER : to] as const) : all;
  if (releaseAt === undefined) return open;
  const left = open
    .filter(([, to]) => to >= releaseAt)
    .map(([from, to]) => [Math.max(from, releaseAt), to] as const);
  return left.length > 0 ? left : CLOSED;
}

export interface Published {
  readonly courier: string;
  readonly isBegun: boolean;
  readonly stops: ReadonlyMap<string, PublishedMoment>;
}

interface PublishedMoment extends Pick<PublishedStop, "eta" | "etaPrice"> {
  readonly isLocked: boolean;
}

/** Published stops by order and `p0`, `p1` … or `d`. */
export function publishedOf({ published = [] }: PlanRequest): Map<string, Published> {
  const found = new Map<string, { courier: string; isBegun: boolean; stops: Map<string, PublishedMoment> }>();
  for (const { courier, stops, locked } of published)
    for (const [at, { order, kind, pickup = 0, stays = false, ...moment }] of stops.entries()) {
      const known = found.get(order) ?? { courier, isBegun: false, stops: new Map() };
      const isLocked = at < locked || stays;
      known.isBegun ||= isLocked;
      known.stops.set(kind === "drop" ? "d" : `p${pickup}`, { ...moment, isLocked });
      found.set(order, known);
    }
  return found;
}
