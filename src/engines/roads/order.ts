import { intAt } from "#kernel/typed.ts";
import { ArcPool } from "./arc-pool.ts";
import { Contraction } from "./contraction.ts";
import { Heap } from "./heap.ts";
import type { StateGraph } from "./states.ts";

/** Contracted graph: its arcs lead from earlier to later states, in both directions of travel. */
export interface Contracted {
  readonly pool: ArcPool;
  /** Place in the order → state; the last is the most important. */
  readonly order: Int32Array;
}

type Progress = (done: number, of: number) => void;
const TOLD_EVERY = 4096;

/** Contracts a graph, the least important state first. Importance: shortcuts made for arcs removed, and depth. */
export function contractGraph(graph: StateGraph, progress: Progress = () => undefined): Contracted {
  const pool = new ArcPool(graph);
  const work = new Contraction(pool);
  const level = new Int32Array(graph.states);
  const queue = new Heap(graph.states);
  const order = new Int32Array(graph.states);
  const importance = (state: number): number => {
    work.count(state);
    const removed = degrees(pool, state);
    return (
      1000 * intAt(level, state) +
      (1000 * work.shortcuts) / Math.max(1, removed.arcs) +
      (1000 * work.shortcutHops) / Math.max(1, removed.hops)
    );
  };
  for (let state = 0; state < graph.states; state++) queue.put(state, importance(state));
  const neighbours: number[] = [];
  /** States whose surroundings changed since their importance was computed. */
  const isStale = new Uint8Array(graph.states);
  for (let done = 0; done < graph.states;) {
    const state = queue.pop();
    if (isStale[state] === 1) {
      isStale[state] = 0;
      const key = importance(state);
      if (key > queue.least()) {
        queue.put(state, key);
        continue;
      }
    }
    if (done % TOLD_EVERY === 0) progress(done, graph.states);
    order[done++] = state;
    neighboursOf(pool, state, neighbours);
    work.contract(state);
    for (const neighbour of neighbours) {
      level[neighbour] = Math.max(intAt(level, neighbour), intAt(level, state) + 1);
      isStale[neighbour] = 1;
    }
  }
  return { pool, order };
}

function degrees(pool: ArcPool, state: number): { arcs: number; hops: number } {
  let [arcs, hops] = [0, 0];
  for (let arc = intAt(pool.headOut, state); arc >= 0; arc = pool.nextOut(arc)) {
    arcs += 1;
    hops += pool.hops(arc);
  }
  for (let arc = intAt(pool.headIn, state); arc >= 0; arc = pool.nextIn(arc)) {
    arcs += 1;
    hops += pool.hops(arc);
  }
  return { arcs, hops };
}

function neighboursOf(pool: ArcPool, state: number, into: number[]): void {
  into.length = 0;
  for (let arc = intAt(pool.headOut, state); arc >= 0; arc = pool.nextOut(arc)) into.push(pool.to(arc));
  for (let arc = intAt(pool.headIn, state); arc >= 0; arc = pool.nextIn(arc))
    if (!into.includes(pool.from(arc))) into.push(pool.from(arc));
}
