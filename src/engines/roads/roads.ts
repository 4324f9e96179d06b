import type { Point } from "#kernel/geo.ts";
import { metresOf, MS, secondsOf } from "./cost.ts";
import { segmentOf } from "./edges.ts";
import { type Grid, nearest, type Shapes, type Snapped } from "./grid.ts";
import { behind, edgeCost, type Hierarchy } from "./hierarchy.ts";
import { type Matrix, matrixOf } from "./matrix.ts";
import { edgesOn, lineOf } from "./path.ts";
import type { Streets } from "./network.ts";
import type { Profile } from "./profiles.ts";
import { benchOf, type Found, search } from "./search.ts";

/** Roads of one map, built for every profile. */
export interface RoadGraphs {
  /** Changes when the map or the rules of building do. */
  readonly version: string;
  readonly shapes: Shapes;
  readonly grid: Grid;
  readonly streets: Streets;
  readonly profiles: Readonly<Record<Profile, Hierarchy>>;
}

/** A way from door to door: the straight lines between the places and the road are part of the metres. */
export interface Way {
  readonly seconds: number;
  readonly metres: number;
}

/** A way on the road alone. */
export interface Route extends Way {
  /** Positions from the start's place on the road to the end's. */
  readonly line: readonly (readonly [lon: number, lat: number])[];
  readonly from: Snapped;
  readonly to: Snapped;
}

/** Why there is no way: a place is too far from any road of the profile, or no road leads there. */
export interface Unreachable {
  readonly unreachable: "from" | "to" | "no-way";
}

export interface Roads {
  readonly version: string;
  /** Segments that a way drives, the first and the last with the share that it drives. */
  segments(from: Point, to: Point, profile: Profile): SegmentPart[] | undefined;
  route(from: Point, to: Point, profile: Profile): Route | Unreachable;
  way(from: Point, to: Point, profile: Profile): Way | Unreachable;
  /** Seconds and metres of every pair; `UNREACHABLE` in both where there is no way. */
  matrix(from: readonly Point[], to: readonly Point[], profile: Profile): Matrix;
  /** The nearest place on a road; `undefined` where none is near enough. */
  nearest(point: Point, profile: Profile): Snapped | undefined;
}

export interface SegmentPart {
  readonly segment: number;
  readonly share: number;
  /** At the profile's speed, for the whole segment. */
  readonly ms: number;
}

interface FoundWay extends Pick<Route, "from" | "to"> {
  readonly found: Found;
}

/** A place farther from every road than this is not reached, in metres. */
export const MAX_SNAP_M = 350;

/** Answers questions about ways. Each call runs to its end in the calling thread. */
export function roadsOf({ version, shapes, grid, profiles }: RoadGraphs): Roads {
  const benches = new Map<Profile, ReturnType<typeof benchOf>>();
  const benchFor = (profile: Profile) => {
    const known = benches.get(profile) ?? benchOf(profiles[profile]);
    benches.set(profile, known);
    return known;
  };
  const snap = (point: Point, profile: Profile): Snapped | undefined => {
    const { stateOf } = profiles[profile];
    const isUsable = (segment: number): boolean =>
      (stateOf[segment * 2] ?? -1) >= 0 || (stateOf[segment * 2 + 1] ?? -1) >= 0;
    return nearest({ shapes, grid, isUsable }, point, MAX_SNAP_M);
  };
  const find = (start: Point, end: Point, profile: Profile): FoundWay | Unreachable => {
    const [from, to] = [snap(start, profile), snap(end, profile)];
    if (!from || !to) return { unreachable: from ? "to" : "from" };
    const found = search(profiles[profile], benchFor(profile), from, to);
    return found.cost === Infinity ? { unreachable: "no-way" } : { from, to, found };
  };
  return {
    version,
    nearest: snap,
    way(start, end, profile) {
      const way = find(start, end, profile);
      if (!("found" in way)) return way;
      const { found, from, to } = way;
      const access = Math.round(from.metres + to.metres);
      return { seconds: secondsOf(found.cost), metres: metresOf(found.cost) + access };
    },
    route(start, end, profile) {
      const way = find(start, end, profile);
      if (!("found" in way)) return way;
      const { found, from, to } = way;
      const edges = edgesOn(profiles[profile], benchFor(profile), found, [from, to]);
      const line = lineOf(shapes, edges, from, to);
      return { seconds: secondsOf(found.cost), metres: metresOf(found.cost), line, from, to };
    },
    segments(start, end, profile) {
      const way = find(start, end, profile);
      if (!("found" in way)) return undefined;
      const edges = edgesOn(profiles[profile], benchFor(profile), way.found, [way.from, way.to]);
      return partsOf(edges, way, profiles[profile]);
    },
    matrix(starts, ends, profile) {
      const places = (points: readonly Point[]) => points.map((point) => snap(point, profile));
      return matrixOf(profiles[profile], benchFor(profile), places(starts), places(ends));
    },
  };
}

function partsOf(edges: readonly number[], { from, to }: FoundWay, graph: Hierarchy): SegmentPart[] {
  return edges.map((edge, i) => {
    const begin = i === 0 ? behind(edge, from.fraction) : 0;
    const end = i === edges.length - 1 ? behind(edge, to.fraction) : 1;
    const ms = Math.floor(edgeCost(graph, edge) / MS);
    return { segment: segmentOf(edge), share: Math.max(0, end - begin), ms };
  });
}
