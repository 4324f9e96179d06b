import { Windows } from "./clock.ts";
import { Legs } from "./legs.ts";
import type { Problem } from "./problem.ts";

/** Two rows of positions for each courier as flat arrays, with the moments, loads and ways of the nodes at them. */
export class Positions {
  readonly problem: Problem;
  readonly stride: number;
  readonly legs: readonly Legs[];
  readonly windows: Windows;
  readonly node: Int32Array;
  /** Place of a position's node; -1 for a break and an open end. */
  readonly place: Int32Array;
  /** Position of the last node with a place, at or before; of the first one after. */
  readonly real: Int32Array;
  readonly next: Int32Array;
  /** Price of the way to a node with a place. */
  readonly way: Float64Array;
  readonly start: Int32Array;
  /** Moment of leaving; of the node before, at a break. */
  readonly leave: Int32Array;
  /** Last start at which everything after it still holds. */
  readonly latest: Int32Array;
  readonly load: Int32Array;
  /** Stops from here on whose moment has a price. */
  readonly timed: Int32Array;

  constructor(problem: Problem) {
    const { couriers, nodes, dims } = problem;
    this.problem = problem;
    this.stride = nodes.count - couriers.count * 2 + 3;
    const cells = this.stride * couriers.count * 2;
    this.legs = Array.from({ length: couriers.count }, (_, courier) => new Legs(problem, courier));
    this.windows = new Windows(problem);
    this.node = new Int32Array(cells);
    this.place = new Int32Array(cells);
    this.real = new Int32Array(cells);
    this.next = new Int32Array(cells);
    this.way = new Float64Array(cells);
    this.start = new Int32Array(cells);
    this.leave = new Int32Array(cells);
    this.latest = new Int32Array(cells);
    this.load = new Int32Array(cells * dims);
    this.timed = new Int32Array(cells);
  }
}
