import { intAt, numAt } from "#kernel/typed.ts";
import type { ArcLists } from "./arc-lists.ts";

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

/** Arcs of one side that there is room for, of all at the start. Pages that are never written take no memory. */
const ROOM = 2.25;

/** One side of a hierarchy, which takes the arcs of each state as it is contracted. */
export class SideDraft {
  readonly #first: Int32Array;
  #later: Int32Array;
  #cost: Float64Array;
  #via: Int32Array;
  #states = 0;
  #count = 0;

  constructor(states: number, arcs: number) {
    const places = Math.ceil(arcs * ROOM) + 16;
    this.#first = new Int32Array(states + 1);
    this.#later = new Int32Array(places);
    this.#cost = new Float64Array(places);
    this.#via = new Int32Array(places);
  }

  /** Takes the arcs of the next state in the order. */
  take(lists: ArcLists, state: number): void {
    const from = intAt(lists.first, state);
    const count = intAt(lists.count, state);
    if (this.#count + count > this.#later.length) this.#grow(count);
    for (let at = 0; at < count; at++) {
      this.#later[this.#count + at] = intAt(lists.other, from + at);
      this.#cost[this.#count + at] = numAt(lists.cost, from + at);
      this.#via[this.#count + at] = intAt(lists.via, from + at);
    }
    this.#count += count;
    this.#first[++this.#states] = this.#count;
  }

  /** The side, its states numbered by their rank. */
  done(rank: Int32Array): Side {
    const [later, cost, via] = [
      this.#later.subarray(0, this.#count),
      this.#cost.subarray(0, this.#count),
      this.#via.subarray(0, this.#count),
    ];
    for (let arc = 0; arc < this.#count; arc++) {
      later[arc] = intAt(rank, intAt(later, arc));
      const over = intAt(via, arc);
      if (over >= 0) via[arc] = intAt(rank, over);
    }
    return { first: this.#first, later, cost, via };
  }

  #grow(more: number): void {
    const places = Math.ceil((this.#count + more) * 1.5);
    const [later, cost, via] = [new Int32Array(places), new Float64Array(places), new Int32Array(places)];
    later.set(this.#later);
    cost.set(this.#cost);
    via.set(this.#via);
    [this.#later, this.#cost, this.#via] = [later, cost, via];
  }
}
