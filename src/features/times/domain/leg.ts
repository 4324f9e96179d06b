import { estimatedDistance } from "#features/quotes/domain/distance.ts";
import type { Point } from "#kernel/geo.ts";

/** Roads that a vehicle uses. */
export type Profile = "car" | "bicycle" | "foot";

/** Seconds between two places: measured on roads, or estimated from the straight line. */
export interface Leg {
  readonly seconds: number;
  readonly source: "road" | "estimated";
}

const PROFILES: Readonly<Record<string, Profile>> = {
  foot: "foot",
  bike: "bicycle",
  cargo_bike: "bicycle",
  moped: "car",
  car: "car",
  van: "car",
};

/** Metres per second through a town where no map is: 4.7, 15 and 25 km/h. */
const TOWN_MPS: Readonly<Record<Profile, number>> = { foot: 1.3, bicycle: 4.2, car: 6.9 };

export const profileOf = (vehicle: string): Profile => PROFILES[vehicle] ?? "bicycle";

/** The way from place to place guessed from the straight line and the vehicle's usual speed. */
export function estimatedLeg(from: Point, to: Point, profile: Profile): Leg {
  const { distanceM } = estimatedDistance(from, to);
  return { seconds: Math.round(distanceM / TOWN_MPS[profile]), source: "estimated" };
}
