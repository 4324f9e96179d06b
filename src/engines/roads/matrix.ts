import { intAt, numAt } from "#kernel/typed.ts";
import { metresOf, secondsOf } from "./cost.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { type Bench, climbFrom, climbTo, directCost, type OnRoad } from "./search.ts";

/** Rows are sources, columns targets. `UNREACHABLE` in both where no way leads. */
export interface Matrix {
  readonly seconds: Int32Array;
  readonly metres: Int32Array;
}

/** Costs from each state to the targets that its searches came from. */
class Buckets {
  count = 0;
  #states = new Int32Array(1 << 14);
  #targets = new Int32Array(1 << 14);
  #costs = new Float64Array(1 << 14);

  add(state: number, target: number, cost: number): void {
    if (this.count === this.#states.length) this.#grow();
    this.#states[this.count] = state;
    this.#targets[this.count] = target;
    this.#costs[this.count++] = cost;
  }

  #grow(): void {
    const size = this.count * 2;
    const [states, targets, costs] = [new Int32Array(size), new Int32Array(size), new Float64Array(size)];
    states.set(this.#states);
    targets.set(this.#targets);
    costs.set(this.#costs);
    [this.#states, this.#targets, this.#costs] = [states, targets, costs];
  }

  /** Entries by state, side by side in memory. */
  sorted(states: number): { first: Int32Array; targets: Int32Array; costs: Float64Array } {
    const first = new Int32Array(states + 1);
    for (let i = 0; i < this.count; i++) {
      const at = intAt(this.#states, i) + 1;
      first[at] = intAt(first, at) + 1;
    }
    for (let i = 0; i < states; i++) first[i + 1] = intAt(first, i + 1) + intAt(first, i);
    const next = first.slice();
    const targets = new Int32Array(this.count);
    const costs = new Float64Array(this.count);
    for (let i = 0; i < this.count; i++) {
      const state = intAt(this.#states, i);
      const at = intAt(next, state);
      next[state] = at + 1;
      targets[at] = intAt(this.#targets, i);
      costs[at] = numAt(this.#costs, i);
    }
    return { first, targets, costs };
  }
}

/** Every way from every source to every target. A place that lies on no road is `undefined`. */
export function matrixOf(
  graph: Hierarchy,
  bench: Bench,
  sources: readonly (OnRoad | undefined)[],
  targets: readonly (OnRoad | undefined)[],
): Matrix {
  const buckets = new Buckets();
  const onSegment = new Map<number, number[]>();
  targets.forEach((target, column) => {
    if (!target) return;
    onSegment.set(target.segment, [...(onSegment.get(target.segment) ?? []), column]);
    climbTo(graph, bench.to, target);
    const { settled, settledCount, dist } = bench.to;
    for (let i = 0; i < settledCount; i++) {
      const state = intAt(settled, i);
      buckets.add(state, column, numAt(dist, state));
    }
  });
  const sorted = buckets.sorted(graph.up.first.length - 1);
  const width = targets.length;
  const seconds = new Int32Array(sources.length * width);
  const metres = new Int32Array(sources.length * width);
  const row = new Float64Array(width);
  sources.forEach((source, at) => {
    row.fill(Infinity);
    if (source) {
      climbFrom(graph, bench.from, source);
      scan(bench, sorted, row);
      for (const column of onSegment.get(source.segment) ?? []) {
        const target = targets[column];
        if (target) row[column] = Math.min(numAt(row, column), directCost(graph, source, target));
      }
    }
    for (let column = 0; column < width; column++) {
      const cost = numAt(row, column);
      seconds[at * width + column] = secondsOf(cost);
      metres[at * width + column] = metresOf(cost);
    }
  });
  return { seconds, metres };
}

function scan(
  { from }: Bench,
  { first, targets, costs }: ReturnType<Buckets["sorted"]>,
  row: Float64Array,
): void {
  const { settled, settledCount, dist } = from;
  for (let i = 0; i < settledCount; i++) {
    const state = intAt(settled, i);
    const sofar = numAt(dist, state);
    const end = intAt(first, state + 1);
    for (let entry = intAt(first, state); entry < end; entry++) {
      const target = intAt(targets, entry);
      const sum = sofar + numAt(costs, entry);
      if (sum < numAt(row, target)) row[target] = sum;
    }
  }
}
