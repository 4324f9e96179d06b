import { type Point, type Polygon, contains } from "#kernel/geo.ts";
import type { Facts } from "#kernel/refusal.ts";
import { localAt } from "#kernel/local-time.ts";
import type { Window } from "#kernel/window.ts";
import { openWindows } from "#features/places/domain/hours.ts";
import { OFFER_GRACE_MS } from "./limits.ts";
import { isSamePlace } from "./same-place.ts";
import { levelOf, type LevelTerms, type ServiceLevel } from "./service-levels.ts";
import { type When, isOffered, isPastCutoff, isTooFarAhead } from "./windows.ts";

export const UNSERVICEABLE = [
  "same-place",
  "outside-area",
  "too-far",
  "too-heavy",
  "too-many",
  "not-offered",
  "closed-then",
  "too-late-today",
  "too-far-ahead",
] as const;

/** Why we cannot do it, what we know of it, and which input is at fault. The refusal code is `quotes.<code>`. */
export interface Unserviceable {
  readonly code: (typeof UNSERVICEABLE)[number];
  readonly facts: Facts;
  readonly field: "pickup" | "dropoff" | "parcels" | "window" | "serviceLevel";
}

export type Serviceability =
  | { readonly ok: true }
  | { readonly ok: false; readonly reasons: readonly Unserviceable[] };

/** From where to where, and how much. */
export interface Way {
  readonly pickup: Point;
  readonly dropoff: Point;
  /** Road or estimated distance, metres. */
  readonly distanceM: number;
  /** All parcels together, grams. */
  readonly massG: number;
  /** How many. */
  readonly parcels: number;
}

export interface Trip extends Way {
  readonly serviceLevel: ServiceLevel;
  readonly window: Window;
}

export interface Reach extends When {
  readonly polygon: Polygon;
  readonly maxDistanceM: number;
  readonly maxMassG: number;
  readonly levels: readonly LevelTerms[];
}

/** Reasons against the way at any time of day. */
export function wayReasons(trip: Way, reach: Omit<Reach, "levels">, level: LevelTerms): Unserviceable[] {
  const reasons: Unserviceable[] = [];
  if (isSamePlace(trip.pickup, trip.dropoff))
    reasons.push({ code: "same-place", facts: {}, field: "dropoff" });
  for (const field of ["pickup", "dropoff"] as const) {
    if (!contains(reach.polygon, trip[field])) reasons.push({ code: "outside-area", facts: {}, field });
  }
  const maxDistanceM = Math.min(reach.maxDistanceM, level.maxDistanceM);
  const { distanceM, massG, parcels } = trip;
  if (distanceM > maxDistanceM)
    reasons.push({ code: "too-far", facts: { distanceM, maxDistanceM }, field: "dropoff" });
  const maxMassG = Math.min(reach.maxMassG, level.maxMassG);
  if (massG > maxMassG) reasons.push({ code: "too-heavy", facts: { massG, maxMassG }, field: "parcels" });
  const { maxParcels } = level;
  if (parcels > maxParcels)
    reasons.push({ code: "too-many", facts: { parcels, maxParcels }, field: "parcels" });
  return reasons;
}

/** A window that starts too soon or was booked too late is too late, one that ends too late is too far ahead; any other that we never offer is closed. */
function timeReasons({ window }: Trip, reach: Reach, level: LevelTerms): Unserviceable[] {
  if (isOffered(level, window, reach)) return [];
  const { date } = localAt(window.start, reach.zone);
  const open = openWindows(reach.hours, reach.zone, date).some(
    (one) => one.start <= window.start && window.end <= one.end,
  );
  const late = window.start < reach.now - OFFER_GRACE_MS + level.leadMs || isPastCutoff(level, reach);
  const facts: Facts = { start: window.start, end: window.end };
  if (open && isTooFarAhead(window, reach)) return [{ code: "too-far-ahead", facts, field: "window" }];
  const reasons: Unserviceable[] = [];
  if (!open || !late) reasons.push({ code: "closed-then", facts, field: "window" });
  if (late)
    reasons.push({
      code: "too-late-today",
      facts: level.cutoff ? { ...facts, cutoff: level.cutoff } : facts,
      field: "window",
    });
  return reasons;
}

/** Whether we can do this trip; if not, every reason at once. */
export function serviceabilityOf(trip: Trip, reach: Reach): Serviceability {
  const level = levelOf(reach.levels, trip.serviceLevel);
  if (!level.isOn) return { ok: false, reasons: [{ code: "not-offered", facts: {}, field: "serviceLevel" }] };
  const reasons = [...wayReasons(trip, reach, level), ...timeReasons(trip, reach, level)];
  return reasons.length === 0 ? { ok: true } : { ok: false, reasons };
}
