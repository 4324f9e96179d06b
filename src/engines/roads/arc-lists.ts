import { intAt, numAt } from "#kernel/typed.ts";

/** Places at first, of the arcs at the start. Pages that are never written take no memory; growing takes all twice. */
const ROOM = 4;
/** Sizes of blocks: powers of two. */
const SIZES = 28;
const NONE = -1;

/** An arc beside its two states. */
export interface Arc {
  readonly cost: number;
  /** The state that a shortcut runs over, or `-1 - edge` of an original arc. */
  readonly via: number;
  /** Original arcs that it stands for. */
  readonly hops: number;
}

/**
 * Arcs by one of their two states. Those of a state stand side by side in a block of 2ⁿ places, so that a search reads them
 * in one go. A block that is full moves to one of twice the size; the one it leaves waits for the next that needs its size.
 */
export class ArcLists {
  /** State → the first place of its block, and how many of its places hold an arc. */
  readonly first: Int32Array;
  readonly count: Int32Array;
  /** The state at the other end. */
  other: Int32Array;
  cost: Float64Array;
  via: Int32Array;
  hops: Int32Array;
  /** State → the power of two of its block. */
  readonly #size: Int8Array;
  /** Size → the first block that waits; each names the next one where its first arc would say the other end. */
  readonly #waiting = new Int32Array(SIZES).fill(NONE);
  #end = 0;

  /** @param ends the state of each arc to come */
  constructor(states: number, ends: Int32Array) {
    const places = Math.ceil(ends.length * ROOM) + 16;
    this.first = new Int32Array(states);
    this.count = new Int32Array(states);
    this.other = new Int32Array(places);
    this.cost = new Float64Array(places);
    this.via = new Int32Array(places);
    this.hops = new Int32Array(places);
    this.#size = new Int8Array(states);
    for (let arc = 0; arc < ends.length; arc++) {
      const state = intAt(ends, arc);
      this.count[state] = intAt(this.count, state) + 1;
    }
    for (let state = 0; state < states; state++) {
      const size = Math.ceil(Math.log2(Math.max(1, intAt(this.count, state))));
      this.#size[state] = size;
      this.first[state] = this.#take(size);
      this.count[state] = 0;
    }
  }

  /** Place of the arc between two states, −1 without one. */
  find(state: number, other: number): number {
    const { other: others } = this;
    const first = intAt(this.first, state);
    for (let at = first + intAt(this.count, state) - 1; at >= first; at--)
      if (others[at] === other) return at;
    return NONE;
  }

  add(state: number, other: number, arc: Arc): void {
    const count = intAt(this.count, state);
    if (count === 1 << (this.#size[state] ?? 0)) this.#move(state);
    const at = intAt(this.first, state) + count;
    this.count[state] = count + 1;
    this.other[at] = other;
    this.write(at, arc);
  }

  write(at: number, { cost, via, hops }: Arc): void {
    this.cost[at] = cost;
    this.via[at] = via;
    this.hops[at] = hops;
  }

  /** Takes the arc between two states out; the last of the block takes its place. */
  remove(state: number, other: number): void {
    const at = this.find(state, other);
    const count = intAt(this.count, state) - 1;
    this.#copy(intAt(this.first, state) + count, at);
    this.count[state] = count;
  }

  /** Gives the block of a state back. */
  drop(state: number): void {
    this.count[state] = 0;
    this.#leave(intAt(this.first, state), this.#size[state] ?? 0);
  }

  #move(state: number): void {
    const size = this.#size[state] ?? 0;
    const [from, to] = [intAt(this.first, state), this.#take(size + 1)];
    for (let at = 0; at < intAt(this.count, state); at++) this.#copy(from + at, to + at);
    this.first[state] = to;
    this.#size[state] = size + 1;
    this.#leave(from, size);
  }

  #copy(from: number, to: number): void {
    this.other[to] = intAt(this.other, from);
    this.cost[to] = numAt(this.cost, from);
    this.via[to] = intAt(this.via, from);
    this.hops[to] = intAt(this.hops, from);
  }

  #take(size: number): number {
    const waiting = intAt(this.#waiting, size);
    if (waiting >= 0) {
      this.#waiting[size] = intAt(this.other, waiting);
      return waiting;
    }
    const place = this.#end;
    this.#end += 1 << size;
    if (this.#end > this.other.length) this.#grow();
    return place;
  }

  #leave(place: number, size: number): void {
    this.other[place] = intAt(this.#waiting, size);
    this.#waiting[size] = place;
  }

  #grow(): void {
    const places = Math.ceil(this.#end * 1.5);
    const ints = (list: Int32Array): Int32Array => {
      const larger = new Int32Array(places);
      larger.set(list);
      return larger;
    };
    const cost = new Float64Array(places);
    cost.set(this.cost);
    this.cost = cost;
    this.other = ints(this.other);
    this.via = ints(this.via);
    this.hops = ints(this.hops);
  }
}
