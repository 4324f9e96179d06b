import { intAt } from "#kernel/typed.ts";
import type { Climb } from "./climb.ts";
import { isAlong, segmentOf } from "./edges.ts";
import type { Shapes } from "./grid.ts";
import type { Hierarchy, Side } from "./hierarchy.ts";
import { type Bench, directEdge, type Found, type OnRoad } from "./search.ts";
import { E7 } from "./network.ts";

/** Directed edges in the order of travel; the first and the last are driven in part. */
export function edgesOn(graph: Hierarchy, bench: Bench, found: Found, ends: [OnRoad, OnRoad]): number[] {
  if (found.meeting < 0) return [directEdge(graph, ...ends)];
  const [start, rising] = backwards(bench.from, found.meeting);
  const [end, falling] = backwards(bench.to, found.meeting);
  const edges: number[] = [intAt(bench.from.seedEdge, start)];
  for (const [arc, state] of rising.toReversed()) unpack(graph, graph.up, { arc, state, isUp: true }, edges);
  for (const [arc, state] of falling) unpack(graph, graph.down, { arc, state, isUp: false }, edges);
  edges.push(intAt(bench.to.seedEdge, end));
  return edges;
}

/** The arcs by which a search came to a state, the last first, each with the state that keeps it; and its seed. */
function backwards(climb: Climb, meeting: number): [seed: number, arcs: [arc: number, state: number][]] {
  const arcs: [number, number][] = [];
  let state = meeting;
  while (intAt(climb.arcTo, state) >= 0) {
    const earlier = intAt(climb.before, state);
    arcs.push([intAt(climb.arcTo, state), earlier]);
    state = earlier;
  }
  return [state, arcs];
}

interface Kept {
  readonly arc: number;
  /** The earlier of its two states, which keeps the arc. */
  readonly state: number;
  readonly isUp: boolean;
}

/** Replaces a shortcut by the two arcs under it until only edges are left. */
function unpack(graph: Hierarchy, side: Side, { arc, state, isUp }: Kept, edges: number[]): void {
  const via = intAt(side.via, arc);
  if (via < 0) {
    edges.push(-1 - via);
    return;
  }
  const later = intAt(side.later, arc);
  const [from, to] = isUp ? [state, later] : [later, state];
  unpack(graph, graph.down, { arc: arcBetween(graph.down, via, from), state: via, isUp: false }, edges);
  unpack(graph, graph.up, { arc: arcBetween(graph.up, via, to), state: via, isUp: true }, edges);
}

function arcBetween({ first, later }: Side, state: number, other: number): number {
  for (let arc = intAt(first, state); arc < intAt(first, state + 1); arc++)
    if (later[arc] === other) return arc;
  throw new Error(`a shortcut over state ${state} has lost an arc`);
}

type Position = readonly [lon: number, lat: number];

/** The line of a way, from place to place. */
export function lineOf(shapes: Shapes, edges: readonly number[], from: OnRoad, to: OnRoad): Position[] {
  const line: Position[] = [];
  edges.forEach((edge, i) => {
    const start = i === 0 ? from.fraction : isAlong(edge) ? 0 : 1;
    const end = i === edges.length - 1 ? to.fraction : isAlong(edge) ? 1 : 0;
    for (const position of stretch(shapes, segmentOf(edge), start, end)) {
      const last = line.at(-1);
      if (!last || last[0] !== position[0] || last[1] !== position[1]) line.push(position);
    }
  });
  return line;
}

/** A segment's shape between two fractions, turned round where it is driven against. */
function stretch({ shapeFirst, lon, lat }: Shapes, segment: number, start: number, end: number): Position[] {
  const [low, high] = [Math.min(start, end), Math.max(start, end)];
  const [first, last] = [intAt(shapeFirst, segment), intAt(shapeFirst, segment + 1) - 1];
  const squeeze = Math.cos(((intAt(lat, first) / E7) * Math.PI) / 180);
  const along = [0];
  for (let i = first; i < last; i++) {
    const [dx, dy] = [(intAt(lon, i + 1) - intAt(lon, i)) * squeeze, intAt(lat, i + 1) - intAt(lat, i)];
    along.push((along.at(-1) ?? 0) + Math.hypot(dx, dy));
  }
  const whole = along.at(-1) ?? 0;
  const positionAt = (fraction: number): Position => {
    const wanted = fraction * whole;
    const next = Math.max(
      1,
      along.findIndex((length) => length >= wanted),
    );
    const [before, after] = [along[next - 1] ?? 0, along[next] ?? 0];
    const part = after === before ? 0 : (wanted - before) / (after - before);
    const mix = (list: Int32Array): number => {
      const [a, b] = [list[first + next - 1] ?? 0, list[first + next] ?? 0];
      return Math.round(a + (b - a) * part) / E7;
    };
    return [mix(lon), mix(lat)];
  };
  const inner = along.flatMap((length, i): Position[] =>
    length > low * whole && length < high * whole
      ? [[intAt(lon, first + i) / E7, intAt(lat, first + i) / E7]]
      : [],
  );
  const line = [positionAt(low), ...inner, positionAt(high)];
  return start <= end ? line : line.toReversed();
}
