import { intAt } from "#kernel/typed.ts";
import type { ArcLists } from "./arc-lists.ts";
import { ArcPool } from "./arc-pool.ts";
import { Contraction } from "./contraction.ts";
import { Heap } from "./heap.ts";
import { type Side, SideDraft } from "./side-draft.ts";
import type { StateGraph } from "./states.ts";

/** Contracted graph: its arcs lead from earlier to later states, in both directions of travel. */
export interface Contracted {
  readonly up: Side;
  readonly down: Side;
  /** State → its place in the order; the last is the most important. */
  readonly rank: Int32Array;
}

type Progress = (done: number, of: number) => void;
const TOLD_EVERY = 4096;

/** Takes states out of a graph one after the other, and keeps their arcs to later ones. */
class Replaced {
  readonly pool: ArcPool;
  readonly work: Contraction;
  readonly rank: Int32Array;
  readonly #up: SideDraft;
  readonly #down: SideDraft;
  #done = 0;

  constructor(graph: StateGraph) {
    this.pool = new ArcPool(graph);
    this.work = new Contraction(this.pool);
    this.rank = new Int32Array(graph.states);
    this.#up = new SideDraft(graph.states, graph.from.length);
    this.#down = new SideDraft(graph.states, graph.from.length);
  }

  take(state: number): void {
    this.work.contract(state);
    this.rank[state] = this.#done++;
    this.#up.take(this.pool.out, state);
    this.#down.take(this.pool.in, state);
    this.pool.detach(state);
  }

  end(): Contracted {
    const { rank } = this;
    return { up: this.#up.done(rank), down: this.#down.done(rank), rank };
  }
}

/** Contracts a graph in the order of its states. */
export function contractInOrder(graph: StateGraph): Contracted {
  const replaced = new Replaced(graph);
  for (let state = 0; state < graph.states; state++) replaced.take(state);
  return replaced.end();
}

/** Contracts a graph, the least important state first. Importance: shortcuts made for arcs removed, and depth. */
export function contractGraph(graph: StateGraph, progress: Progress = () => undefined): Contracted {
  const replaced = new Replaced(graph);
  const { pool, work } = replaced;
  const level = new Int32Array(graph.states);
  const queue = new Heap(graph.states);
  const importance = (state: number): number => {
    work.count(state);
    const arcs = intAt(pool.in.count, state) + intAt(pool.out.count, state);
    const hops = hopsOf(pool.in, state) + hopsOf(pool.out, state);
    return (
      1000 * intAt(level, state) +
      (1000 * work.shortcuts) / Math.max(1, arcs) +
      (1000 * work.shortcutHops) / Math.max(1, hops)
    );
  };
  for (let state = 0; state < graph.states; state++) queue.put(state, importance(state));
  /** States whose surroundings changed since their importance was computed. */
  const isStale = new Uint8Array(graph.states);
  const touch = ({ first, count, other }: ArcLists, state: number): void => {
    const begin = intAt(first, state);
    for (let at = begin; at < begin + intAt(count, state); at++) {
      const neighbour = intAt(other, at);
      level[neighbour] = Math.max(intAt(level, neighbour), intAt(level, state) + 1);
      isStale[neighbour] = 1;
    }
  };
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
    done += 1;
    touch(pool.in, state);
    touch(pool.out, state);
    replaced.take(state);
  }
  return replaced.end();
}

function hopsOf({ first, count, hops }: ArcLists, state: number): number {
  const begin = intAt(first, state);
  let sum = 0;
  for (let at = begin; at < begin + intAt(count, state); at++) sum += intAt(hops, at);
  return sum;
}
