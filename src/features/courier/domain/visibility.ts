import { EARTH_RADIUS_M, distanceM, roundPoint, type Point } from "#kernel/geo.ts";
import type { Instant } from "#kernel/instant.ts";
import { CONTACT_KEPT_MS, RECIPIENT_AHEAD_S, RECIPIENT_POSITION_MS, RECIPIENT_SNAP_M } from "./limits.ts";

const METRES_PER_DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;

/**
 * The centre of the square of about 50 m in which the point lies. A courier who stands still does not move on the
 * recipient's map, and where in the square they stand cannot be told.
 */
export function snapPoint(point: Point, metres: number = RECIPIENT_SNAP_M): Point {
  const latStep = metres / METRES_PER_DEGREE;
  const row = Math.floor(point.lat / latStep);
  const lat = (row + 0.5) * latStep;
  const lonStep = latStep / Math.max(0.01, Math.cos((row * latStep * Math.PI) / 180));
  const lon = (Math.floor(point.lon / lonStep) + 0.5) * lonStep;
  return roundPoint({ lon, lat });
}

/** Facts that decide whether a recipient may see the courier. */
export interface Approach {
  readonly onDuty: boolean;
  /** The courier has the parcels. */
  readonly aboard: boolean;
  /** The recipient's stop is not over. */
  readonly pending: boolean;
  /** No other stop of the courier comes before it. */
  readonly isNext: boolean;
  readonly courier: Point;
  readonly dropoff: Point;
}

/** Metres per second through a town, stops included: a cautious guess while there is no router. */
const TOWN_MPS = 4;

/** Only while their stop is next or at most 15 minutes away, and never off duty. */
export function maySeeCourier(approach: Approach): boolean {
  if (!approach.onDuty || !approach.aboard || !approach.pending) return false;
  return approach.isNext || distanceM(approach.courier, approach.dropoff) / TOWN_MPS <= RECIPIENT_AHEAD_S;
}

/** Whether a position may still stand for where the courier is. */
export const isRecent = (at: Instant | null, now: Instant): boolean =>
  at !== null && now - at <= RECIPIENT_POSITION_MS;

/** A courier may call whoever a stop is about until a day after it ended. */
export function mayCall(endedAt: Instant | null, now: Instant): boolean {
  return endedAt === null || now < endedAt + CONTACT_KEPT_MS;
}

/** The first word of a name: all that a recipient reads of their courier. */
export const firstName = (name: string): string => name.trim().split(/\s+/u)[0] ?? "";
