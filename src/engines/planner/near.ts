import { intAt } from "#kernel/typed.ts";
import { DROP, PICKUP, type Problem } from "./problem.ts";

/** Neighbours kept per stop: strings are cut around the nearest ones only. */
const KEPT = 120;
/** Most stops at one place that count as neighbours: more are those of a shop or a hub. */
const CROWD = 8;

/** Stops that move, nearest first, of each stop that moves; travel of the first courier. Those in a crowd are left out. */
export function neighboursOf(problem: Problem): ReadonlyMap<number, Int32Array> {
  const { nodes, couriers, places } = problem;
  const seconds = couriers.seconds[0] ?? new Int32Array();
  const stops = apart(problem);
  const far = (from: number, to: number): number =>
    intAt(seconds, intAt(nodes.place, from) * places + intAt(nodes.place, to));
  // One number holds distance and index, so that sorting needs no comparing function.
  const keys = new Float64Array(stops.length);
  return new Map(
    stops.map((from) => {
      for (const [at, to] of stops.entries()) keys[at] = Math.min(far(from, to), far(to, from)) * 65_536 + at;
      const sorted = keys.slice().sort();
      return [from, Int32Array.from(sorted.subarray(0, KEPT), (key) => stops[key % 65_536] ?? from)];
    }),
  );
}

/** Stops that move and stand apart; all stops of an order that has none of them. */
function apart({ nodes, places }: Problem): number[] {
  const stops = Array.from({ length: nodes.count }, (_, node) => node).filter(
    (node) => intAt(nodes.order, node) >= 0 && [PICKUP, DROP].includes(intAt(nodes.kind, node)),
  );
  const crowd = new Int32Array(places);
  for (const node of stops) crowd[intAt(nodes.place, node)] = intAt(crowd, intAt(nodes.place, node)) + 1;
  const isApart = (node: number): boolean => intAt(crowd, intAt(nodes.place, node)) <= CROWD;
  const seen = new Set(stops.filter(isApart).map((node) => intAt(nodes.order, node)));
  return stops.filter((node) => isApart(node) || !seen.has(intAt(nodes.order, node)));
}
