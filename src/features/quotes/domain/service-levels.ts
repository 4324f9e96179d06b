import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import type { LocalTime } from "#kernel/local-time.ts";
import type { WordLocale } from "#kernel/locale.ts";
import { MAX_PARCELS } from "./limits.ts";

/** Levels that every organisation begins with. Their codes stay valid: they can be retired, never taken away. */
export const SERVICE_LEVELS = ["asap_60", "same_day", "scheduled", "next_day"] as const;
type BuiltIn = (typeof SERVICE_LEVELS)[number];
/** Code of a level: a built-in one, or one of the organisation's own. */
export type ServiceLevel = string;

/** Names of a level in each language of the product; blank where it has none of its own. */
export type LevelNames = Readonly<Record<WordLocale, string>>;
export const NO_NAMES: LevelNames = { ar: "", de: "", en: "", es: "", fr: "" };

/** Vehicles that a level may be limited to. */
export const LEVEL_VEHICLES = ["foot", "bike", "cargo_bike", "moped", "car", "van"] as const;
/** Proofs that a level may ask for at every handing over. */
export const LEVEL_PROOFS = ["recipient_name", "signature", "photo", "pin", "barcode"] as const;

/** Fees of a sender who cancels, until the parcel is collected. */
export interface CancelTerms {
  /** Per cent of the base fee while a courier is on the way to the pickup. */
  readonly onTheWay: number;
  /** Per cent of the base fee once a courier is at the pickup. */
  readonly atPickup: number;
  /** Least fee on the way, in whole main units of the currency. */
  readonly least: number;
}
export const USUAL_CANCEL: CancelTerms = { onTheWay: 50, atPickup: 100, least: 3 };

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
  readonly names: LevelNames;
  /** Retired: never sold again, and shown only where something was booked by it. */
  readonly isRetired: boolean;
  /** Vehicles that may carry it; none: every one. */
  readonly vehicles: readonly (typeof LEVEL_VEHICLES)[number][];
  /** Proofs that every handing over needs, beside those of the proof policy. */
  readonly proofs: readonly (typeof LEVEL_PROOFS)[number][];
  readonly cancel: CancelTerms;
  /** Skills that its courier must have; absent or none: everybody may carry it. */
  readonly skills?: readonly string[] | undefined;
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const always = {
  isOn: true,
  weekdays: EVERY_DAY,
  maxParcels: MAX_PARCELS,
  names: NO_NAMES,
  isRetired: false,
  vehicles: [],
  proofs: [],
  cancel: USUAL_CANCEL,
};

/** The levels as they are sold unless an organisation sets others. */
export const LEVEL_TERMS: Readonly<Record<BuiltIn, LevelTerms>> = {
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

/** The terms of a level; one that is not there is not sold. */
export const levelOf = (levels: readonly LevelTerms[], code: ServiceLevel): LevelTerms =>
  levels.find((one) => one.code === code) ?? { ...LEVEL_TERMS.scheduled, code, isOn: false };

export const isBuiltIn = (code: string): boolean => SERVICE_LEVELS.some((one) => one === code);

/** A level of the organisation's own with the terms of another, under a code that no other has. */
export function newLevel(
  levels: readonly LevelTerms[],
  like: LevelTerms = LEVEL_TERMS.scheduled,
): LevelTerms {
  const taken = new Set(levels.map(({ code }) => code));
  const codes = Array.from({ length: levels.length + 1 }, (_, at) => `level_${at + 1}`);
  const code = codes.find((one) => !taken.has(one)) ?? "level";
  return { ...like, code, names: NO_NAMES, isOn: true, isRetired: false };
}

/** A level's own name in a language, else the built-in one, else its own in any language. */
export function nameOfLevel(
  level: Pick<LevelTerms, "code" | "names"> | undefined,
  locale: WordLocale,
  builtIn: string | undefined,
): string | undefined {
  const { en, ...others } = level?.names ?? NO_NAMES;
  const own = level?.names[locale] || undefined;
  return own ?? builtIn ?? ([en, ...Object.values(others)].find((name) => name !== "") || level?.code);
}

/** Whether its one window begins as soon as possible from now on; windows of others stand side by side from opening on. */
export const isSoonest = ({ code }: Pick<LevelTerms, "code">): boolean => code === "asap_60";
