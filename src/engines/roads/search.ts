import { intAt, numAt } from "#kernel/typed.ts";
import { Climb } from "./climb.ts";
import { behind, type Hierarchy, partOfEdge } from "./hierarchy.ts";
import { MS } from "./cost.ts";

/** A place on a segment: how far along it, 0 to 1. */
export interface OnRoad {
  readonly segment: number;
  readonly fraction: number;
}

/** The arrays that searches of one hierarchy work in. */
export interface Bench {
  readonly from: Climb;
  readonly to: Climb;
}

export function benchOf({ up }: Hierarchy): Bench {
  const states = up.first.length - 1;
  return { from: new Climb(states), to: new Climb(states) };
}

/** Searches from a place: both directions of its segment, as far as they may be driven. */
export function climbFrom(graph: Hierarchy, climb: Climb, { segment, fraction }: OnRoad): void {
  climb.reset();
  for (let edge = segment * 2; edge <= segment * 2 + 1; edge++) {
    const state = intAt(graph.stateOf, edge);
    if (state >= 0) climb.seed(state, partOfEdge(graph, edge, 1 - behind(edge, fraction)), edge);
  }
  climb.run(graph.up, graph.down);
}

/** Searches backwards from a place: from every state that its segment is entered from. */
export function climbTo(graph: Hierarchy, climb: Climb, { segment, fraction }: OnRoad): void {
  climb.reset();
  for (let edge = segment * 2; edge <= segment * 2 + 1; edge++) {
    if (intAt(graph.stateOf, edge) < 0) continue;
    const part = partOfEdge(graph, edge, behind(edge, fraction));
    for (let into = intAt(graph.intoFirst, edge); into < intAt(graph.intoFirst, edge + 1); into++)
      climb.seed(intAt(graph.intoState, into), intAt(graph.intoMs, into) * MS + part, edge);
  }
  climb.run(graph.down, graph.up);
}

/** Cost of staying on one segment; `Infinity` where that is no way. */
export function directCost(graph: Hierarchy, from: OnRoad, to: OnRoad): number {
  const edge = directEdge(graph, from, to);
  return edge < 0 ? Infinity : partOfEdge(graph, edge, Math.abs(to.fraction - from.fraction));
}

/** The edge that leads along one segment from one place to another, −1 where none does. */
export function directEdge(graph: Hierarchy, from: OnRoad, to: OnRoad): number {
  if (from.segment !== to.segment) return -1;
  const edge = from.segment * 2 + (to.fraction >= from.fraction ? 0 : 1);
  if (intAt(graph.stateOf, edge) >= 0) return edge;
  return to.fraction === from.fraction && intAt(graph.stateOf, edge + 1) >= 0 ? edge + 1 : -1;
}

export interface Found {
  /** `Infinity` where no way leads there. */
  readonly cost: number;
  /** The state where both searches meet; −1 for a way along one segment. */
  readonly meeting: number;
}

/** The cheapest way between two places. */
export function search(graph: Hierarchy, bench: Bench, from: OnRoad, to: OnRoad): Found {
  climbFrom(graph, bench.from, from);
  climbTo(graph, bench.to, to);
  let cost = directCost(graph, from, to);
  let meeting = -1;
  const { settled, settledCount, dist } = bench.from;
  for (let i = 0; i < settledCount; i++) {
    const state = intAt(settled, i);
    const sum = numAt(dist, state) + numAt(bench.to.dist, state);
    if (sum >= cost) continue;
    cost = sum;
    meeting = state;
  }
  return { cost, meeting };
}
