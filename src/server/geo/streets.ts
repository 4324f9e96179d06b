import type { Point } from "#kernel/geo.ts";
import type { RoadProfile } from "./road-distances.ts";

/** Positions along a road, in degrees. */
export type RoadLine = readonly (readonly [lon: number, lat: number])[];

/** A street or a stretch of one. */
export interface FoundStreet {
  /** `null` where the map names none. */
  readonly name: string | null;
  readonly metres: number;
  /** A place in its middle. */
  readonly at: Point;
  readonly lines: readonly RoadLine[];
}

/** Seconds that a way takes by the map on each class of road. */
export interface ClassSeconds {
  /** Motorways and roads like them. */
  readonly fast: number;
  readonly main: number;
  readonly side: number;
}
export type RoadClass = keyof ClassSeconds;

/** Streets that are closed or slow for a while. */
export interface StreetChange {
  readonly lines: readonly RoadLine[];
  readonly profiles: readonly RoadProfile[];
  /** Times as long as usual; `null` closes them. */
  readonly slower: number | null;
}

/** How much longer than by the map couriers needed on each class of road. */
export type LearnedSpeeds = Readonly<
  Partial<Record<RoadProfile, Readonly<Partial<Record<RoadClass, number>>>>>
>;

/** All that differs from the map at a moment. */
export interface RoadChanges {
  readonly streets: readonly StreetChange[];
  readonly learned: LearnedSpeeds;
}

/** Roads that answer now. */
export interface RoadsState {
  /** Own roads of the imported map, a routing server of the operator's, or straight lines. */
  readonly source: "own" | "osrm" | "valhalla" | "estimated";
  /** Version of the own roads; `null` without a map. */
  readonly version: string | null;
  /** Whether roads with other closed and slow streets are being made. */
  readonly isChanging: boolean;
}

/** Streets of the imported map. */
export interface StreetsOfMap {
  search(text: string, limit: number): readonly FoundStreet[];
  /** The blocks between two places on the road; `undefined` where no road joins them nearby. */
  stretch(from: Point, to: Point): FoundStreet | undefined;
  /** Seconds on each class of road by the map alone; `undefined` where there is no way. */
  classSeconds(from: Point, to: Point, profile: RoadProfile): ClassSeconds | undefined;
  state(): RoadsState;
  /** Looks at what is closed and slow now. */
  refresh(): Promise<void>;
}
