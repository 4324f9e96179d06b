import { intAt, numAt } from "#kernel/typed.ts";
import type { StateGraph } from "./states.ts";

/** Numbers of an arc, side by side so that a step of a search touches one line of memory. */
const SLOTS = 8;
const TO = 0;
const NEXT_OUT = 1;
// 2 and 3 are the cost.
const FROM = 4;
const NEXT_IN = 5;
const VIA = 6;
const HOPS = 7;
/** Arcs that there is room for, of those at the start. Pages that are never written take no memory; growing takes all twice. */
const ROOM = 4.5;

/**
 * A graph that changes: arcs in lists by their start and by their end, at most one from a state to another. An arc is
 * named by the place of its first number; −1 ends a list.
 */
export class ArcPool {
  readonly states: number;
  readonly headOut: Int32Array;
  readonly headIn: Int32Array;
  #end = 0;
  #ints: Int32Array;
  #costs: Float64Array;

  constructor(graph: StateGraph) {
    this.states = graph.states;
    this.headOut = new Int32Array(graph.states).fill(-1);
    this.headIn = new Int32Array(graph.states).fill(-1);
    [this.#ints, this.#costs] = room(Math.ceil(graph.from.length * ROOM) + 16);
    for (let arc = 0; arc < graph.from.length; arc++) {
      const [from, to, cost] = [intAt(graph.from, arc), intAt(graph.to, arc), numAt(graph.cost, arc)];
      if (from === to || cost === Infinity) continue;
      const place = this.offer(from, to, cost);
      if (place >= 0) this.stand(place, -1 - intAt(graph.edge, arc), 1);
    }
  }

  get count(): number {
    return this.#end / SLOTS;
  }

  to(arc: number): number {
    return intAt(this.#ints, arc + TO);
  }

  from(arc: number): number {
    return intAt(this.#ints, arc + FROM);
  }

  nextOut(arc: number): number {
    return intAt(this.#ints, arc + NEXT_OUT);
  }

  nextIn(arc: number): number {
    return intAt(this.#ints, arc + NEXT_IN);
  }

  cost(arc: number): number {
    return numAt(this.#costs, (arc >> 1) + 1);
  }

  /** The state that a shortcut runs over, or `-1 - edge` of an original arc. */
  via(arc: number): number {
    return intAt(this.#ints, arc + VIA);
  }

  /** Original arcs that it stands for. */
  hops(arc: number): number {
    return intAt(this.#ints, arc + HOPS);
  }

  /** Says what an arc stands for. */
  stand(arc: number, via: number, hops: number): void {
    this.#ints[arc + VIA] = via;
    this.#ints[arc + HOPS] = hops;
  }

  /** Adds an arc or lowers the one that is there. @returns the arc, −1 where what is there is as cheap */
  offer(from: number, to: number, cost: number): number {
    for (let arc = intAt(this.headOut, from); arc >= 0; arc = this.nextOut(arc)) {
      if (this.to(arc) !== to) continue;
      if (this.cost(arc) <= cost) return -1;
      this.#costs[(arc >> 1) + 1] = cost;
      return arc;
    }
    if (this.#end === this.#ints.length) this.#grow();
    const arc = this.#end;
    this.#end += SLOTS;
    const ints = this.#ints;
    ints[arc + FROM] = from;
    ints[arc + TO] = to;
    this.#costs[(arc >> 1) + 1] = cost;
    ints[arc + NEXT_OUT] = intAt(this.headOut, from);
    this.headOut[from] = arc;
    ints[arc + NEXT_IN] = intAt(this.headIn, to);
    this.headIn[to] = arc;
    return arc;
  }

  /** Takes a contracted state out of its neighbours' lists; its own stay: they are its arcs to later states. */
  detach(state: number): void {
    for (let arc = intAt(this.headIn, state); arc >= 0; arc = this.nextIn(arc))
      this.#unlink(this.headOut, NEXT_OUT, this.from(arc), arc);
    for (let arc = intAt(this.headOut, state); arc >= 0; arc = this.nextOut(arc))
      this.#unlink(this.headIn, NEXT_IN, this.to(arc), arc);
  }

  #unlink(heads: Int32Array, next: number, state: number, arc: number): void {
    const ints = this.#ints;
    let before = -1;
    for (let at = intAt(heads, state); at !== arc; at = intAt(ints, at + next)) before = at;
    if (before < 0) heads[state] = intAt(ints, arc + next);
    else ints[before + next] = intAt(ints, arc + next);
  }

  #grow(): void {
    const [ints, costs] = room(Math.ceil((this.count * 5) / 4));
    ints.set(this.#ints);
    [this.#ints, this.#costs] = [ints, costs];
  }
}

/** Memory for so many arcs, as whole numbers and as costs. */
function room(arcs: number): [Int32Array, Float64Array] {
  const memory = new ArrayBuffer(arcs * SLOTS * 4);
  return [new Int32Array(memory), new Float64Array(memory)];
}
