import { intAt, numAt } from "#kernel/typed.ts";
import { type ArcPool } from "./arc-pool.ts";
import { Heap } from "./heap.ts";

/** States that a search for another way visits at most: many where a shortcut is made, few where one is only counted. */
const VISITS = { make: 100, count: 10 };

/** Contracts states one after the other: shortcuts keep the distances between those that remain. */
export class Contraction {
  readonly #pool: ArcPool;
  readonly #dist: Float64Array;
  readonly #touched: Int32Array;
  readonly #heap: Heap;
  #touchedCount = 0;
  /** State → cost from the contracted one to it; below 0 where no arc leads there. */
  readonly #behind: Float64Array;
  /** Greatest cost behind the state, and the greatest that a way has to be known to, one arc before its target. */
  #furthest = 0;
  #reach = 0;
  #targets = 0;
  /** Result of the last call. */
  shortcuts = 0;
  shortcutHops = 0;

  constructor(pool: ArcPool) {
    this.#pool = pool;
    this.#dist = new Float64Array(pool.states).fill(Infinity);
    this.#touched = new Int32Array(pool.states);
    this.#behind = new Float64Array(pool.states).fill(-Infinity);
    this.#heap = new Heap(pool.states);
  }

  /** Counts the shortcuts that contracting a state needs. */
  count(state: number): void {
    this.#replace(state, false);
  }

  /** Adds the shortcuts and takes the state out. */
  contract(state: number): void {
    this.#replace(state, true);
    this.#pool.detach(state);
  }

  #replace(state: number, isReal: boolean): void {
    const pool = this.#pool;
    this.shortcuts = 0;
    this.shortcutHops = 0;
    const visits = isReal ? VISITS.make : VISITS.count;
    this.#wantTargets(state);
    // No way is shorter, so that none leads over it.
    this.#dist[state] = -1;
    for (let into = intAt(pool.headIn, state); into >= 0; into = pool.nextIn(into)) {
      const source = pool.from(into);
      const left = this.#targets - (numAt(this.#behind, source) < 0 ? 0 : 1);
      if (left === 0) continue;
      this.#search(into, left, visits);
      for (let out = intAt(pool.headOut, state); out >= 0; out = pool.nextOut(out))
        if (this.#isNeeded(into, out)) this.#shortcut(into, out, isReal);
      this.#reset();
    }
    for (let out = intAt(pool.headOut, state); out >= 0; out = pool.nextOut(out))
      this.#behind[pool.to(out)] = -Infinity;
    this.#dist[state] = Infinity;
  }

  /** Notes where the ways over a state lead, and how near a search has to come to each. */
  #wantTargets(state: number): void {
    const pool = this.#pool;
    let [furthest, reach, targets] = [-1, -1, 0];
    for (let out = intAt(pool.headOut, state); out >= 0; out = pool.nextOut(out)) {
      const target = pool.to(out);
      const cost = pool.cost(out);
      let last = Infinity;
      for (let arc = intAt(pool.headIn, target); arc >= 0; arc = pool.nextIn(arc))
        if (pool.from(arc) !== state && pool.cost(arc) < last) last = pool.cost(arc);
      this.#behind[target] = cost;
      if (cost > furthest) furthest = cost;
      if (cost - last > reach) reach = cost - last;
      targets += 1;
    }
    this.#furthest = furthest;
    this.#reach = reach;
    this.#targets = targets;
  }

  /** Whether the search found no other way that is as short. */
  #isNeeded(into: number, out: number): boolean {
    const pool = this.#pool;
    const target = pool.to(out);
    return target !== pool.from(into) && numAt(this.#dist, target) > pool.cost(into) + pool.cost(out);
  }

  #shortcut(into: number, out: number, isReal: boolean): void {
    const pool = this.#pool;
    const hops = pool.hops(into) + pool.hops(out);
    this.shortcuts += 1;
    this.shortcutHops += hops;
    if (!isReal) return;
    const place = pool.offer(pool.from(into), pool.to(out), pool.cost(into) + pool.cost(out));
    if (place >= 0) pool.stand(place, pool.to(into), hops);
  }

  /**
   * Looks for ways that are no longer than those over the state that goes. It ends as soon as each target has one, or
   * where the last arc into a target would be too much.
   */
  #search(into: number, targets: number, visits: number): void {
    const [pool, dist, heap, behind] = [this.#pool, this.#dist, this.#heap, this.#behind];
    const { headOut } = pool;
    const source = pool.from(into);
    const start = pool.cost(into);
    const [furthest, reach] = [start + this.#furthest, start + this.#reach];
    dist[source] = 0;
    this.#touched[this.#touchedCount++] = source;
    heap.put(source, 0);
    let left = targets;
    for (let visited = 0; visited < visits && heap.size > 0; visited++) {
      const state = heap.pop();
      const sofar = numAt(dist, state);
      if (sofar > reach) break;
      for (let arc = intAt(headOut, state); arc >= 0; arc = pool.nextOut(arc)) {
        const target = pool.to(arc);
        const reached = sofar + pool.cost(arc);
        const known = numAt(dist, target);
        if (reached >= known || reached > furthest) continue;
        const wanted = numAt(behind, target) + start;
        if (reached <= wanted && known > wanted) left -= 1;
        if (known === Infinity) this.#touched[this.#touchedCount++] = target;
        dist[target] = reached;
        if (reached <= reach) heap.put(target, reached);
      }
      if (left === 0) break;
    }
    heap.clear();
  }

  #reset(): void {
    for (let i = 0; i < this.#touchedCount; i++) this.#dist[intAt(this.#touched, i)] = Infinity;
    this.#touchedCount = 0;
  }
}
