import type { Point } from "#kernel/geo.ts";
import type { ClassSeconds, FoundStreet } from "#server/geo/streets.ts";
import { intAt } from "#kernel/typed.ts";
import { findStreets, streetOf } from "./find-streets.ts";
import { type Profile, ROAD_CLASSES } from "./profiles.ts";
import type { RoadGraphs, Roads, SegmentPart } from "./roads.ts";

/** A block that is driven for less than this is left out of a stretch, unless it is the only one. */
const LEAST_SHARE = 0.15;

/** Answers about the streets of a map, as the map has them. */
export interface StreetSearch {
  search(text: string, limit: number): FoundStreet[];
  stretch(from: Point, to: Point): FoundStreet | undefined;
  classSeconds(from: Point, to: Point, profile: Profile): ClassSeconds | undefined;
}

export function streetsOf(graphs: RoadGraphs, roads: Roads): StreetSearch {
  return {
    search: (text, limit) => findStreets(graphs, text, limit),
    stretch(from, to) {
      const metresOf = (parts: readonly SegmentPart[]): number =>
        parts.reduce(
          (sum, { segment, share }) => sum + intAt(graphs.profiles.car.length, segment) * share,
          0,
        );
      const ways = [
        roads.segments(from, to, "car"),
        roads.segments(to, from, "car"),
        roads.segments(from, to, "foot"),
      ].filter((parts) => parts !== undefined);
      const [shortest] = ways.toSorted((a, b) => metresOf(a) - metresOf(b));
      if (!shortest) return undefined;
      const driven = shortest.filter(({ share }) => share >= LEAST_SHARE);
      const kept = driven.length > 0 ? driven : shortest.slice(0, 1);
      const segments = [...new Set(kept.map(({ segment }) => segment))];
      return streetOf(graphs, commonName(graphs, segments), segments);
    },
    classSeconds(from, to, profile) {
      const parts = roads.segments(from, to, profile);
      if (!parts) return undefined;
      const sum = { fast: 0, main: 0, side: 0 };
      for (const { segment, share, ms } of parts)
        sum[ROAD_CLASSES[intAt(graphs.streets.classOf, segment)] ?? "side"] += (ms * share) / 1000;
      return sum;
    },
  };
}

/** The name that most of the segments have. */
function commonName({ streets: { nameOf, names } }: RoadGraphs, segments: readonly number[]): string | null {
  const counts = new Map<number, number>();
  for (const segment of segments)
    counts.set(intAt(nameOf, segment), (counts.get(intAt(nameOf, segment)) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return (most && names[most[0]]) ?? null;
}
