import { intAt, numAt } from "#kernel/typed.ts";
import { partOf, costOf, MS } from "./cost.ts";
import { isAlong, segmentOf, grouped } from "./edges.ts";
import type { Times } from "./network.ts";
import type { Contracted } from "./order.ts";
import type { StateGraph } from "./states.ts";

/** Arcs between a state and later ones, by the earlier state. */
export interface Side {
  /** State → its first arc; one more entry than states. */
  readonly first: Int32Array;
  /** The later state. */
  readonly later: Int32Array;
  readonly cost: Float64Array;
  /** The state that a shortcut runs over, or `-1 - edge` for an original arc. */
  readonly via: Int32Array;
}

/** The search graph of one profile. States are numbered by their place in the order of contraction. */
export interface Hierarchy {
  /** Arcs that are driven from the earlier state to the later one. */
  readonly up: Side;
  /** Arcs that are driven from the later state to the earlier one. */
  readonly down: Side;
  /** Directed edge → the state at its end, −1 where no vehicle of the profile goes. */
  readonly stateOf: Int32Array;
  /** Directed edge → its first place among the ways into it; one more entry than edges. */
  readonly intoFirst: Int32Array;
  /** The state from which an edge is entered, and what the turn costs in milliseconds. */
  readonly intoState: Int32Array;
  readonly intoMs: Int32Array;
  /** The state that an edge entered so leads to. */
  readonly intoTo: Int32Array;
  readonly times: Times;
  /** Segment → decimetres. */
  readonly length: Int32Array;
}

interface Ground {
  readonly times: Times;
  readonly length: Int32Array;
}

/** Cost of a directed edge. */
export function edgeCost({ times, length }: Ground, edge: number): number {
  const segment = segmentOf(edge);
  const ms = (isAlong(edge) ? times.along : times.against)[segment] ?? 0;
  return costOf(ms, intAt(length, segment));
}

/** Share of a directed edge that lies behind a point. @param fraction of the segment, in the segment's direction */
export const behind = (edge: number, fraction: number): number => (isAlong(edge) ? fraction : 1 - fraction);

export const partOfEdge = (ground: Ground, edge: number, share: number): number =>
  partOf(edgeCost(ground, edge), share);

/** Lays a contracted graph out for searching. */
export function hierarchyOf(graph: StateGraph, contracted: Contracted, ground: Ground): Hierarchy {
  const rank = new Int32Array(graph.states);
  contracted.order.forEach((state, place) => (rank[state] = place));
  const into = grouped(graph.edge, graph.stateOf.length, () => true);
  return {
    ...sidesOf(contracted, rank),
    stateOf: graph.stateOf.map((state) => (state < 0 ? -1 : intAt(rank, state))),
    intoFirst: into.first,
    intoState: into.items.map((arc) => intAt(rank, intAt(graph.from, arc))),
    intoMs: into.items.map((arc) =>
      Math.floor((numAt(graph.cost, arc) - edgeCost(ground, intAt(graph.edge, arc))) / MS),
    ),
    intoTo: into.items.map((arc) => intAt(rank, intAt(graph.to, arc))),
    ...ground,
  };
}

/** The arcs of a contracted graph from each state to later ones and back. */
export function sidesOf({ pool, order }: Contracted, rank: Int32Array): Pick<Hierarchy, "up" | "down"> {
  const side = (direction: "up" | "down"): Side => {
    const heads = direction === "up" ? pool.headOut : pool.headIn;
    const next = (arc: number): number => (direction === "up" ? pool.nextOut(arc) : pool.nextIn(arc));
    const end = (arc: number): number => (direction === "up" ? pool.to(arc) : pool.from(arc));
    const first = new Int32Array(order.length + 1);
    let count = 0;
    order.forEach((state, place) => {
      for (let arc = intAt(heads, state); arc >= 0; arc = next(arc)) count += 1;
      first[place + 1] = count;
    });
    const later = new Int32Array(count);
    const cost = new Float64Array(count);
    const via = new Int32Array(count);
    let at = 0;
    for (const state of order)
      for (let arc = intAt(heads, state); arc >= 0; arc = next(arc), at++) {
        later[at] = intAt(rank, end(arc));
        cost[at] = pool.cost(arc);
        const over = pool.via(arc);
        via[at] = over < 0 ? over : intAt(rank, over);
      }
    return { first, later, cost, via };
  };
  return { up: side("up"), down: side("down") };
}
