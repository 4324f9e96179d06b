import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import type { LocalTime } from "#kernel/local-time.ts";

export const SERVICE_LEVELS = ["asap_60", "same_day", "scheduled", "next_day"] as const;
export type ServiceLevel = (typeof SERVICE_LEVELS)[number];

/** Promise and reach of a service level. */
export interface LevelTerms {
  readonly code: ServiceLevel;
  /** From booking to the start of the window, at least; milliseconds. */
  readonly leadMs: number;
  /** Length of the window, milliseconds. */
  readonly windowMs: number;
  /** First and last day offered, counted from today. */
  readonly fromDay: number;
  readonly toDay: number;
  /** Last booking time on the day of booking, by the wall clock; null for none. */
  readonly cutoff: LocalTime | null;
  readonly maxDistanceM: number;
  readonly maxMassG: number;
}

/** The levels as they are sold unless an organisation sets others. */
export const LEVEL_TERMS: Readonly<Record<ServiceLevel, LevelTerms>> = {
  asap_60: {
    code: "asap_60",
    leadMs: 15 * MINUTE_MS,
    windowMs: 45 * MINUTE_MS,
    fromDay: 0,
    toDay: 0,
    cutoff: null,
    maxDistanceM: 8_000,
    maxMassG: 20_000,
  },
  same_day: {
    code: "same_day",
    leadMs: 2 * HOUR_MS,
    windowMs: 2 * HOUR_MS,
    fromDay: 0,
    toDay: 0,
    cutoff: "16:00",
    maxDistanceM: 20_000,
    maxMassG: 50_000,
  },
  scheduled: {
    code: "scheduled",
    leadMs: 3 * HOUR_MS,
    windowMs: HOUR_MS,
    fromDay: 0,
    toDay: 6,
    cutoff: null,
    maxDistanceM: 30_000,
    maxMassG: 100_000,
  },
  next_day: {
    code: "next_day",
    leadMs: 0,
    windowMs: 4 * HOUR_MS,
    fromDay: 1,
    toDay: 1,
    cutoff: "20:00",
    maxDistanceM: 50_000,
    maxMassG: 200_000,
  },
};
