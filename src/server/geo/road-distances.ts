import type { Point } from "#kernel/geo.ts";

/** How somebody travels on the roads. */
export type RoadProfile = "car" | "bicycle" | "foot";

/** A way on the roads, in whole metres and seconds. */
export interface RoadWay {
  readonly metres: number;
  readonly seconds: number;
  /** Changes with the map and with the streets that are closed or slow. */
  readonly version?: string;
}

/** Distances on the roads of the imported map, or of a routing server. */
export interface RoadDistances {
  /** The quickest way; `undefined` where no map covers it or no road leads there. */
  between(from: Point, to: Point, profile: RoadProfile): RoadWay | undefined | Promise<RoadWay | undefined>;
}
