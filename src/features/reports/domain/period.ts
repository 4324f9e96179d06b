import { DAY_MS } from "#kernel/instant.ts";
import { type LocalDate, addDays } from "#kernel/local-time.ts";

/** Local days, both included. */
export interface Days {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

export const PRESETS = ["today", "7", "30", "month", "own"] as const;
export type Preset = (typeof PRESETS)[number];

/** Longest period in days. */
export const LONGEST_DAYS = 366;

const noon = (date: LocalDate): number => Date.parse(`${date}T12:00:00Z`);

/** Days of a period, both ends counted. */
export const lengthOf = ({ from, to }: Days): number => Math.round((noon(to) - noon(from)) / DAY_MS) + 1;

const firstOf = (date: LocalDate): LocalDate => `${date.slice(0, 8)}01`;
const isLastOfMonth = (date: LocalDate): boolean => addDays(date, 1).endsWith("-01");

/** Days of a preset that end today. @param own the days that were chosen, for `own` */
export function daysOf(preset: Preset, today: LocalDate, own: Partial<Days> = {}): Days {
  if (preset === "today") return { from: today, to: today };
  if (preset === "month") return { from: firstOf(today), to: today };
  if (preset === "own") return ownDays(today, own);
  return { from: addDays(today, 1 - Number(preset)), to: today };
}

/** Days that were typed, in their order and no more than may be asked for. */
function ownDays(today: LocalDate, { from, to }: Partial<Days>): Days {
  const ends = [from ?? to ?? today, to ?? from ?? today].toSorted();
  const [least = today, most = today] = ends;
  const earliest = addDays(most, 1 - LONGEST_DAYS);
  return { from: least < earliest ? earliest : least, to: most };
}

/**
 * Days that a period is compared with: for the beginning of a month that of the month before, otherwise as many days right
 * before it.
 */
export function daysBefore(days: Days): Days {
  const { from, to } = days;
  if (from.endsWith("-01") && from.slice(0, 7) === to.slice(0, 7)) {
    const last = addDays(from, -1);
    const same = addDays(firstOf(last), lengthOf(days) - 1);
    return { from: firstOf(last), to: isLastOfMonth(to) || same > last ? last : same };
  }
  return { from: addDays(from, -lengthOf(days)), to: addDays(from, -1) };
}
