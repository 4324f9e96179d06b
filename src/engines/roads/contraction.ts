import { intAt, numAt } from "#kernel/typed.ts";
import { type ArcPool } from "./arc-pool.ts";
import { Heap } from "./heap.ts";

/** States that a search for another way visits at most: many where a shortcut is made, few where one is only counted. */
const VISITS = { make: 100, count: 10 };

interface Limits {
  readonly without: number;
  readonly furthest: number;
  readonly targets: number;
  readonly visits: number;
}

/** Contracts states one after the other: shortcuts keep the distances between those that remain. */
export class Contraction {
  readonly #pool: ArcPool;
  readonly #dist: Float64Array;
  readonly #touched: Int32Array;
  readonly #wanted: Uint8Array;
  readonly #heap: Heap;
  #touchedCount = 0;
  /** Result of the last call. */
  shortcuts = 0;
  shortcutHops = 0;

  constructor(pool: ArcPool) {
    this.#pool = pool;
    this.#dist = new Float64Array(pool.states).fill(Infinity);
    this.#touched = new Int32Array(pool.states);
    this.#wanted = new Uint8Array(pool.states);
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
    for (let into = intAt(pool.headIn, state); into >= 0; into = intAt(pool.nextIn, into)) {
      const { targets, furthest } = this.#wantTargets(state, into);
      if (targets === 0) continue;
      this.#search(intAt(pool.from, into), { without: state, furthest, targets, visits });
      for (let out = intAt(pool.headOut, state); out >= 0; out = intAt(pool.nextOut, out)) {
        this.#wanted[intAt(pool.to, out)] = 0;
        if (this.#isNeeded(into, out)) this.#shortcut(into, out, isReal);
      }
      this.#reset();
    }
  }

  /** Marks where the ways over a state lead from one arc into it. */
  #wantTargets(state: number, into: number): { targets: number; furthest: number } {
    const pool = this.#pool;
    let furthest = -1;
    let targets = 0;
    for (let out = intAt(pool.headOut, state); out >= 0; out = intAt(pool.nextOut, out)) {
      const target = intAt(pool.to, out);
      if (target === intAt(pool.from, into)) continue;
      furthest = Math.max(furthest, numAt(pool.cost, into) + numAt(pool.cost, out));
      this.#wanted[target] = 1;
      targets += 1;
    }
    return { targets, furthest };
  }

  /** Whether the search found no other way that is as short. */
  #isNeeded(into: number, out: number): boolean {
    const pool = this.#pool;
    const target = intAt(pool.to, out);
    const cost = numAt(pool.cost, into) + numAt(pool.cost, out);
    return target !== intAt(pool.from, into) && numAt(this.#dist, target) > cost;
  }

  #shortcut(into: number, out: number, isReal: boolean): void {
    const pool = this.#pool;
    const hops = intAt(pool.hops, into) + intAt(pool.hops, out);
    this.shortcuts += 1;
    this.shortcutHops += hops;
    if (!isReal) return;
    const cost = numAt(pool.cost, into) + numAt(pool.cost, out);
    const place = pool.offer(intAt(pool.from, into), intAt(pool.to, out), cost);
    if (place < 0) return;
    pool.via[place] = intAt(pool.to, into);
    pool.hops[place] = hops;
  }

  /** Looks for ways that are no longer than over the state that goes. */
  #search(source: number, { without, furthest, targets, visits }: Limits): void {
    const [pool, dist, heap] = [this.#pool, this.#dist, this.#heap];
    const { nextOut, to, cost, headOut } = pool;
    dist[source] = 0;
    this.#touched[this.#touchedCount++] = source;
    heap.put(source, 0);
    let left = targets;
    for (let visited = 0; visited < visits && heap.size > 0; visited++) {
      const state = heap.pop();
      const sofar = numAt(dist, state);
      if (sofar > furthest) break;
      if (this.#wanted[state] === 1 && --left === 0) break;
      for (let arc = intAt(headOut, state); arc >= 0; arc = intAt(nextOut, arc)) {
        const target = intAt(to, arc);
        if (target === without) continue;
        const reached = sofar + numAt(cost, arc);
        const known = numAt(dist, target);
        if (reached >= known || reached > furthest) continue;
        if (known === Infinity) this.#touched[this.#touchedCount++] = target;
        dist[target] = reached;
        heap.put(target, reached);
      }
    }
    heap.clear();
  }

  #reset(): void {
    for (let i = 0; i < this.#touchedCount; i++) this.#dist[intAt(this.#touched, i)] = Infinity;
    this.#touchedCount = 0;
  }
}
