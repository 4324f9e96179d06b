import { intAt, numAt } from "#kernel/typed.ts";
import type { Network } from "./network.ts";
import type { Profile } from "./profiles.ts";
import { costOf } from "./cost.ts";

/** A segment in one direction: `2 · segment` along it, `+ 1` against it. */
export const reversed = (edge: number): number => edge ^ 1;
export const segmentOf = (edge: number): number => edge >> 1;
export const isAlong = (edge: number): boolean => (edge & 1) === 0;

/** The directed edges of one profile. */
export interface Edges {
  readonly count: number;
  readonly tail: Int32Array;
  readonly head: Int32Array;
  /** Cost of the whole edge; 0 where the profile may not go. */
  readonly cost: Float64Array;
  /** Junction → its first place in `leaving`; one more entry than junctions. */
  readonly first: Int32Array;
  /** Usable edges by the junction that they leave. */
  readonly leaving: Int32Array;
}

/** The edges that a profile may use, by junction. */
export function edgesOf(network: Network, profile: Profile): Edges {
  const { from, to, length } = network;
  const { along, against } = network.times[profile];
  const count = length.length * 2;
  const tail = new Int32Array(count);
  const head = new Int32Array(count);
  const cost = new Float64Array(count);
  for (let edge = 0; edge < count; edge++) {
    const segment = segmentOf(edge);
    const [start, end, ms] = isAlong(edge)
      ? [from[segment], to[segment], along[segment]]
      : [to[segment], from[segment], against[segment]];
    tail[edge] = start ?? 0;
    head[edge] = end ?? 0;
    cost[edge] = ms === 0 ? 0 : costOf(ms ?? 0, intAt(length, segment));
  }
  const { first, items } = grouped(tail, network.junctions, (edge) => numAt(cost, edge) > 0);
  return { count, tail, head, cost, first, leaving: items };
}

/** Numbers of `keys` by their key, as counting sort leaves them. */
export function grouped(
  keys: Int32Array,
  groups: number,
  isIn: (item: number) => boolean,
): { first: Int32Array; items: Int32Array } {
  const first = new Int32Array(groups + 1);
  for (let item = 0; item < keys.length; item++) if (isIn(item)) add(first, intAt(keys, item) + 1, 1);
  for (let group = 0; group < groups; group++) add(first, group + 1, intAt(first, group));
  const next = first.slice();
  const items = new Int32Array(intAt(first, groups));
  for (let item = 0; item < keys.length; item++) {
    if (!isIn(item)) continue;
    const group = intAt(keys, item);
    items[intAt(next, group)] = item;
    add(next, group, 1);
  }
  return { first, items };
}

function add(list: Int32Array, at: number, amount: number): void {
  list[at] = intAt(list, at) + amount;
}
