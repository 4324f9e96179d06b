import { intAt, numAt } from "#kernel/typed.ts";
import type { ArcPool } from "./arc-pool.ts";
import { LazyHeap } from "./lazy-heap.ts";

/** States that a search for another way visits at most: many where a shortcut is made, few where one is only counted. */
const VISITS = { make: 100, count: 10 };

/** Contracts states one after the other: shortcuts keep the distances between those that remain. */
export class Contraction {
  readonly #pool: ArcPool;
  /**
   * State → what the search came to it with, and the cost from the contracted one to it, below 0 where no arc leads there.
   * They stand side by side, since one is read after the other.
   */
  readonly #known: Float64Array;
  readonly #touched: Int32Array;
  readonly #heap = new LazyHeap();
  #touchedCount = 0;
  /** Greatest cost behind the state, and the greatest that a way has to be known to, one arc before its target. */
  #furthest = 0;
  #reach = 0;
  /** Result of the last call. */
  shortcuts = 0;
  shortcutHops = 0;

  constructor(pool: ArcPool) {
    this.#pool = pool;
    this.#known = new Float64Array(pool.states * 2);
    for (let state = 0; state < pool.states; state++) {
      this.#known[state * 2] = Infinity;
      this.#known[state * 2 + 1] = -Infinity;
    }
    this.#touched = new Int32Array(pool.states);
  }

  /** Counts the shortcuts that contracting a state needs. */
  count(state: number): void {
    this.#replace(state, false);
  }

  /** Adds the shortcuts; the state may go then. */
  contract(state: number): void {
    this.#replace(state, true);
  }

  #replace(state: number, isReal: boolean): void {
    const { in: into } = this.#pool;
    const known = this.#known;
    this.shortcuts = 0;
    this.shortcutHops = 0;
    const visits = isReal ? VISITS.make : VISITS.count;
    const targets = this.#wantTargets(state);
    // No way is shorter, so that none leads over it.
    known[state * 2] = -1;
    const first = intAt(into.first, state);
    const end = first + intAt(into.count, state);
    for (let arc = first; arc < end; arc++) {
      const source = intAt(into.other, arc);
      const left = targets - (numAt(known, source * 2 + 1) < 0 ? 0 : 1);
      if (left === 0) continue;
      this.#search(source, { start: numAt(into.cost, arc), targets: left, visits });
      this.#replaceWays(state, arc, isReal);
      this.#reset();
    }
    this.#forgetTargets(state);
    known[state * 2] = Infinity;
  }

  /** Notes where the ways over a state lead, and how near a search has to come to each. @returns how many */
  #wantTargets(state: number): number {
    const { out, in: into } = this.#pool;
    let [furthest, reach] = [-1, -1];
    const first = intAt(out.first, state);
    const count = intAt(out.count, state);
    for (let arc = first; arc < first + count; arc++) {
      const target = intAt(out.other, arc);
      const cost = numAt(out.cost, arc);
      let last = Infinity;
      const begin = intAt(into.first, target);
      const end = begin + intAt(into.count, target);
      for (let at = begin; at < end; at++)
        if (numAt(into.cost, at) < last && intAt(into.other, at) !== state) last = numAt(into.cost, at);
      this.#known[target * 2 + 1] = cost;
      if (cost > furthest) furthest = cost;
      if (cost - last > reach) reach = cost - last;
    }
    this.#furthest = furthest;
    this.#reach = reach;
    return count;
  }

  #forgetTargets(state: number): void {
    const { out } = this.#pool;
    const first = intAt(out.first, state);
    const end = first + intAt(out.count, state);
    for (let arc = first; arc < end; arc++) this.#known[intAt(out.other, arc) * 2 + 1] = -Infinity;
  }

  /** Replaces each way from one arc over the state to which the search found no other one that is as short. */
  #replaceWays(state: number, arc: number, isReal: boolean): void {
    const pool = this.#pool;
    const { out } = pool;
    const source = intAt(pool.in.other, arc);
    const start = numAt(pool.in.cost, arc);
    const before = intAt(pool.in.hops, arc);
    const first = intAt(out.first, state);
    const end = first + intAt(out.count, state);
    for (let at = first; at < end; at++) {
      const target = intAt(out.other, at);
      const cost = start + numAt(out.cost, at);
      if (target === source || numAt(this.#known, target * 2) <= cost) continue;
      const hops = before + intAt(out.hops, at);
      this.shortcuts += 1;
      this.shortcutHops += hops;
      if (isReal) pool.offer(source, target, { cost, via: state, hops });
    }
  }

  /**
   * Looks for ways that are no longer than those over the state that goes. It ends as soon as each target has one, or
   * where the last arc into a target would be too much.
   */
  #search(
    source: number,
    { start, targets, visits }: { readonly start: number; readonly targets: number; readonly visits: number },
  ): void {
    const [known, heap] = [this.#known, this.#heap];
    const reach = start + this.#reach;
    known[source * 2] = 0;
    this.#touched[this.#touchedCount++] = source;
    heap.put(source, 0);
    let left = targets;
    for (let visited = 0; visited < visits && left > 0 && heap.size > 0;) {
      const sofar = heap.least();
      if (sofar > reach) break;
      const state = heap.pop();
      // A cheaper way to it was visited before.
      if (sofar > numAt(known, state * 2)) continue;
      visited += 1;
      left -= this.#goOn(state, sofar, start);
    }
    heap.clear();
  }

  /** Takes every arc of a state. @returns how many targets have a way now that is as short as the one over the state that goes */
  #goOn(state: number, sofar: number, start: number): number {
    const [known, heap] = [this.#known, this.#heap];
    const { first, count, other, cost } = this.#pool.out;
    const [furthest, reach] = [start + this.#furthest, start + this.#reach];
    const begin = intAt(first, state);
    const end = begin + intAt(count, state);
    let found = 0;
    for (let arc = begin; arc < end; arc++) {
      const reached = sofar + numAt(cost, arc);
      if (reached > furthest) continue;
      const target = intAt(other, arc);
      const before = numAt(known, target * 2);
      if (reached >= before) continue;
      const wanted = numAt(known, target * 2 + 1) + start;
      if (reached <= wanted && before > wanted) found += 1;
      if (before === Infinity) this.#touched[this.#touchedCount++] = target;
      known[target * 2] = reached;
      if (reached <= reach) heap.put(target, reached);
    }
    return found;
  }

  #reset(): void {
    for (let i = 0; i < this.#touchedCount; i++) this.#known[intAt(this.#touched, i) * 2] = Infinity;
    this.#touchedCount = 0;
  }
}
