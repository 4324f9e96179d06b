import type { Profile } from "#features/shifts/domain/vehicle.ts";
import { estimatedDistance } from "#features/quotes/domain/distance.ts";
import type { Point } from "#kernel/geo.ts";

/** Seconds between two places: measured on roads, or estimated from the straight line. */
export interface Leg {
  readonly seconds: number;
  readonly source: "road" | "estimated";
}

/** Metres per second through a town where no map is: 4.7, 15 and 25 km/h. */
const TOWN_MPS: Readonly<Record<Profile, number>> = { foot: 1.3, bicycle: 4.2, car: 6.9 };

/** The way from place to place guessed from the straight line and the vehicle's usual speed. */
export function estimatedLeg(from: Point, to: Point, profile: Profile): Leg {
  const { distanceM } = estimatedDistance(from, to);
  return { seconds: Math.round(distanceM / TOWN_MPS[profile]), source: "estimated" };
}
