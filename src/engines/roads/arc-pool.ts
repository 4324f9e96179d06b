import { intAt, numAt } from "#kernel/typed.ts";
import type { StateGraph } from "./states.ts";

/** Marks an arc that is no shortcut. */
export const NO_STATE = -1;

/** A graph that changes: arcs in lists by their start and by their end, at most one from a state to another. */
export class ArcPool {
  readonly states: number;
  readonly headOut: Int32Array;
  readonly headIn: Int32Array;
  count = 0;
  from: Int32Array;
  to: Int32Array;
  cost: Float64Array;
  /** The state that a shortcut runs over, or `NO_STATE`. */
  via: Int32Array;
  /** The directed edge of an arc that is no shortcut. */
  edge: Int32Array;
  /** Original arcs that it stands for. */
  hops: Int32Array;
  nextOut: Int32Array;
  nextIn: Int32Array;

  constructor(graph: StateGraph) {
    const room = Math.ceil(graph.from.length * 2.5) + 16;
    this.states = graph.states;
    this.headOut = new Int32Array(graph.states).fill(-1);
    this.headIn = new Int32Array(graph.states).fill(-1);
    this.from = new Int32Array(room);
    this.to = new Int32Array(room);
    this.cost = new Float64Array(room);
    this.via = new Int32Array(room);
    this.edge = new Int32Array(room);
    this.hops = new Int32Array(room);
    this.nextOut = new Int32Array(room);
    this.nextIn = new Int32Array(room);
    for (let arc = 0; arc < graph.from.length; arc++) {
      const [from, to] = [intAt(graph.from, arc), intAt(graph.to, arc)];
      if (from === to) continue;
      const place = this.offer(from, to, numAt(graph.cost, arc));
      if (place < 0) continue;
      this.via[place] = NO_STATE;
      this.edge[place] = intAt(graph.edge, arc);
      this.hops[place] = 1;
    }
  }

  /** Adds an arc or lowers the one that is there. @returns its place, −1 where what is there is as cheap */
  offer(from: number, to: number, cost: number): number {
    for (let arc = intAt(this.headOut, from); arc >= 0; arc = intAt(this.nextOut, arc)) {
      if (this.to[arc] !== to) continue;
      if (numAt(this.cost, arc) <= cost) return -1;
      this.cost[arc] = cost;
      return arc;
    }
    if (this.count === this.from.length) this.#grow();
    const arc = this.count++;
    this.from[arc] = from;
    this.to[arc] = to;
    this.cost[arc] = cost;
    this.nextOut[arc] = intAt(this.headOut, from);
    this.headOut[from] = arc;
    this.nextIn[arc] = intAt(this.headIn, to);
    this.headIn[to] = arc;
    return arc;
  }

  /** Takes a contracted state out of its neighbours' lists; its own stay: they are its arcs to later states. */
  detach(state: number): void {
    for (let arc = intAt(this.headIn, state); arc >= 0; arc = intAt(this.nextIn, arc))
      unlink(this.headOut, this.nextOut, intAt(this.from, arc), arc);
    for (let arc = intAt(this.headOut, state); arc >= 0; arc = intAt(this.nextOut, arc))
      unlink(this.headIn, this.nextIn, intAt(this.to, arc), arc);
  }

  #grow(): void {
    const room = Math.ceil(this.from.length * 1.5);
    const ints = (old: Int32Array): Int32Array => {
      const fresh = new Int32Array(room);
      fresh.set(old);
      return fresh;
    };
    const cost = new Float64Array(room);
    cost.set(this.cost);
    this.cost = cost;
    this.from = ints(this.from);
    this.to = ints(this.to);
    this.via = ints(this.via);
    this.edge = ints(this.edge);
    this.hops = ints(this.hops);
    this.nextOut = ints(this.nextOut);
    this.nextIn = ints(this.nextIn);
  }
}

function unlink(heads: Int32Array, next: Int32Array, state: number, arc: number): void {
  let before = -1;
  for (let at = intAt(heads, state); at !== arc; at = intAt(next, at)) before = at;
  if (before < 0) heads[state] = intAt(next, arc);
  else next[before] = intAt(next, arc);
}
