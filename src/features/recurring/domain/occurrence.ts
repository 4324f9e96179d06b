import { addDays, instantAt, type LocalDate, type LocalTime, weekdayOf } from "#kernel/local-time.ts";
import { contains, type Window } from "#kernel/window.ts";
import { type OpeningHours, openWindows } from "#features/places/domain/hours.ts";
import {
  isSoonest,
  levelOf,
  type LevelTerms,
  type ServiceLevel,
} from "#features/quotes/domain/service-levels.ts";
import { windowGrid } from "#features/quotes/domain/windows.ts";
import { MOVED_DAYS } from "./limits.ts";
import { isDay, type Pattern } from "./pattern.ts";

/** Built-in service levels with windows at fixed hours. */
export const RECURRING_LEVELS = ["same_day", "scheduled", "next_day"] as const;

/** Whether a level has windows at fixed hours, as those of the organisation's own have: `asap_60` begins when it is booked. */
export const isRecurring = (code: ServiceLevel): boolean => code !== "" && !isSoonest({ code });

/** Levels that a standing order may have: one that was taken off sale stays where it is chosen. */
export const levelsToChoose = (levels: readonly LevelTerms[], chosen: ServiceLevel): LevelTerms[] =>
  levels.filter(
    ({ code, isOn, isRetired }) => isRecurring(code) && ((isOn && !isRetired) || code === chosen),
  );

/** When deliveries of a level are made: on their day, on the day before, or some days ahead. */
export function madeBy({ toDay }: Pick<LevelTerms, "toDay">): (typeof RECURRING_LEVELS)[number] {
  if (toDay === 0) return "same_day";
  return toDay === 1 ? "next_day" : "scheduled";
}

export const WHEN_CLOSED = ["skip", "move"] as const;

/** When a standing order is carried out. */
export interface Schedule extends Pattern {
  readonly serviceLevel: ServiceLevel;
  /** Begin of the window by the wall clock. */
  readonly time: LocalTime;
  /** Days before a delivery on which it is made, as far as its level is sold ahead. */
  readonly aheadDays: number;
  readonly whenClosed: (typeof WHEN_CLOSED)[number];
}

export interface Open {
  readonly hours: OpeningHours;
  readonly zone: string;
  readonly levels: readonly LevelTerms[];
}

/** Date and time of a single delivery. */
export interface At {
  readonly date: LocalDate;
  readonly time: LocalTime;
}

/** When a delivery is to be carried out. */
export type Place = { readonly date: LocalDate; readonly window: Window } | "closed";

/** The last window of a level in which the time lies: some overlap. Undefined where it is closed then. */
export function windowAt(
  level: ServiceLevel,
  { date, time }: At,
  { hours, zone, levels }: Open,
): Window | undefined {
  const terms = levelOf(levels, level);
  if (!terms.weekdays.includes(weekdayOf(date))) return undefined;
  const wanted = instantAt(date, time, zone);
  return openWindows(hours, zone, date)
    .flatMap((open) => windowGrid(terms, open))
    .findLast((window) => contains(window, wanted));
}

/**
 * Finds the window of a day's delivery. Where it is closed then, the delivery is left out, or moves to the next day that
 * is open at that time: before the next one of its own, so that no day has two, and not beyond the last day.
 *
 * @param moved by a person, to another date or time
 */
export function placeOf(schedule: Schedule, day: LocalDate, open: Open, moved: At | null = null): Place {
  const { serviceLevel, time, until, whenClosed } = schedule;
  const at = moved ?? { date: day, time };
  const window = windowAt(serviceLevel, at, open);
  if (window) return { date: at.date, window };
  if (whenClosed === "skip") return "closed";
  for (let n = 1; n <= MOVED_DAYS; n += 1) {
    const date = addDays(at.date, n);
    if (isDay(schedule, date) || (until !== null && date > until)) return "closed";
    const later = windowAt(serviceLevel, { date, time: at.time }, open);
    if (later) return { date, window: later };
  }
  return "closed";
}

/** Days before a delivery on which it is made: a level that is sold for tomorrow is made today. */
export const daysAhead = ({ serviceLevel, aheadDays }: Schedule, { levels }: Pick<Open, "levels">): number =>
  Math.min(aheadDays, levelOf(levels, serviceLevel).toDay);
