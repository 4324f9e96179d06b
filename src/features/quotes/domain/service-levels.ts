import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import type { LocalTime } from "#kernel/local-time.ts";
import { MAX_PARCELS } from "./limits.ts";

export const SERVICE_LEVELS = ["asap_60", "same_day", "scheduled", "next_day"] as const;
export type ServiceLevel = (typeof SERVICE_LEVELS)[number];

/** Promise and reach of a service level. */
export interface LevelTerms {
  readonly code: ServiceLevel;
  /** Off: not sold; deliveries that were booked in it go on. */
  readonly isOn: boolean;
  /** From booking to the start of the window, at least; milliseconds. */
  readonly leadMs: number;
  /** Length of the window, milliseconds. */
  readonly windowMs: number;
  /** From the start of one window to that of the next, milliseconds. */
  readonly stepMs: number;
  /** First and last day offered, counted from today. */
  readonly fromDay: number;
  readonly toDay: number;
  /** Days on which a window starts, 1 = Monday … 7 = Sunday. */
  readonly weekdays: readonly number[];
  /** Last booking time on the day of booking, by the wall clock; null for none. */
  readonly cutoff: LocalTime | null;
  readonly maxDistanceM: number;
  readonly maxMassG: number;
  readonly maxParcels: number;
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const always = { isOn: true, weekdays: EVERY_DAY, maxParcels: MAX_PARCELS };

/** The levels as they are sold unless an organisation sets others. */
export const LEVEL_TERMS: Readonly<Record<ServiceLevel, LevelTerms>> = {
  asap_60: {
    ...always,
    code: "asap_60",
    leadMs: 15 * MINUTE_MS,
    windowMs: 45 * MINUTE_MS,
    stepMs: 5 * MINUTE_MS,
    fromDay: 0,
    toDay: 0,
    cutoff: null,
    maxDistanceM: 8_000,
    maxMassG: 20_000,
  },
  same_day: {
    ...always,
    code: "same_day",
    leadMs: 2 * HOUR_MS,
    windowMs: 2 * HOUR_MS,
    stepMs: 2 * HOUR_MS,
    fromDay: 0,
    toDay: 0,
    cutoff: "16:00",
    maxDistanceM: 20_000,
    maxMassG: 50_000,
  },
  scheduled: {
    ...always,
    code: "scheduled",
    leadMs: 3 * HOUR_MS,
    windowMs: HOUR_MS,
    stepMs: HOUR_MS,
    fromDay: 0,
    toDay: 6,
    cutoff: null,
    maxDistanceM: 30_000,
    maxMassG: 100_000,
  },
  next_day: {
    ...always,
    code: "next_day",
    leadMs: 0,
    windowMs: 4 * HOUR_MS,
    stepMs: 4 * HOUR_MS,
    fromDay: 1,
    toDay: 1,
    cutoff: "20:00",
    maxDistanceM: 50_000,
    maxMassG: 200_000,
  },
};

/** In the order in which they are shown. */
export const DEFAULT_LEVELS: readonly LevelTerms[] = SERVICE_LEVELS.map((code) => LEVEL_TERMS[code]);

export const levelOf = (levels: readonly LevelTerms[], code: ServiceLevel): LevelTerms =>
  levels.find((one) => one.code === code) ?? LEVEL_TERMS[code];

/** Whether its one window begins as soon as possible from now on; windows of others stand side by side from opening on. */
export const isSoonest = ({ code }: Pick<LevelTerms, "code">): boolean => code === "asap_60";
