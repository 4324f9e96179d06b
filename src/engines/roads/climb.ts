import { intAt, numAt } from "#kernel/typed.ts";
import { Heap } from "./heap.ts";
import type { Side } from "./hierarchy.ts";

const NONE = -1;

/** A search that only goes to later states. Its arrays serve every search; nothing is allocated while it runs. */
export class Climb {
  /** State → cost from the seeds; `Infinity` where the last search did not come. */
  readonly dist: Float64Array;
  /** State → the arc by which it was reached, −1 for a seed. */
  readonly arcTo: Int32Array;
  /** State → the state before it. */
  readonly before: Int32Array;
  /** State → the edge that its seed stands for. */
  readonly seedEdge: Int32Array;
  /** States that may lie on a shortest way, in the order of their cost. */
  readonly settled: Int32Array;
  settledCount = 0;
  readonly #touched: Int32Array;
  readonly #heap: Heap;
  #touchedCount = 0;

  constructor(states: number) {
    this.dist = new Float64Array(states).fill(Infinity);
    this.arcTo = new Int32Array(states);
    this.before = new Int32Array(states);
    this.seedEdge = new Int32Array(states);
    this.settled = new Int32Array(states);
    this.#touched = new Int32Array(states);
    this.#heap = new Heap(states);
  }

  /** Forgets the last search. */
  reset(): void {
    for (let i = 0; i < this.#touchedCount; i++) this.dist[intAt(this.#touched, i)] = Infinity;
    this.#touchedCount = 0;
    this.settledCount = 0;
  }

  seed(state: number, cost: number, edge: number): void {
    const known = numAt(this.dist, state);
    if (cost >= known) return;
    if (known === Infinity) this.#touched[this.#touchedCount++] = state;
    this.dist[state] = cost;
    this.arcTo[state] = NONE;
    this.before[state] = NONE;
    this.seedEdge[state] = edge;
    this.#heap.put(state, cost);
  }

  /**
   * Visits every later state in the order of cost. A state that is reached more cheaply through a later one is left
   * out: no shortest way climbs over it.
   */
  run({ first, later, cost }: Side, back: Side): void {
    const [dist, heap] = [this.dist, this.#heap];
    const [backFirst, backLater, backCost] = [back.first, back.later, back.cost];
    while (heap.size > 0) {
      const state = heap.pop();
      const sofar = numAt(dist, state);
      let isStalled = false;
      const backEnd = intAt(backFirst, state + 1);
      for (let arc = intAt(backFirst, state); arc < backEnd; arc++) {
        if (numAt(dist, intAt(backLater, arc)) + numAt(backCost, arc) >= sofar) continue;
        isStalled = true;
        break;
      }
      if (isStalled) continue;
      this.settled[this.settledCount++] = state;
      const end = intAt(first, state + 1);
      for (let arc = intAt(first, state); arc < end; arc++) {
        const target = intAt(later, arc);
        const reached = sofar + numAt(cost, arc);
        const known = numAt(dist, target);
        if (reached >= known) continue;
        if (known === Infinity) this.#touched[this.#touchedCount++] = target;
        dist[target] = reached;
        this.arcTo[target] = arc;
        this.before[target] = state;
        heap.put(target, reached);
      }
    }
  }
}
