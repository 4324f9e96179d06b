import { addDays, type LocalDate, type LocalTime, minutesOf } from "#kernel/local-time.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import type { OpeningHours } from "#features/places/domain/hours.ts";
import { LEVEL_TERMS } from "#features/quotes/domain/service-levels.ts";
import { type Open, placeOf, type RecurringLevel, type Schedule, windowAt } from "./occurrence.ts";
import { daysOf } from "./pattern.ts";

const clockOf = (minutes: number): LocalTime =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

const minutesOfWindow = (level: RecurringLevel): number => LEVEL_TERMS[level].windowMs / MINUTE_MS;

/** End of a level's window that begins then. */
export const endOf = (level: RecurringLevel, time: LocalTime): LocalTime =>
  clockOf(minutesOf(time) + minutesOfWindow(level));

/** Begins of a level's windows on these days of the week, in order; on all days where none is chosen. */
export function timesOf(
  level: RecurringLevel,
  weekdays: readonly number[],
  { weekly }: OpeningHours,
): LocalTime[] {
  const length = minutesOfWindow(level);
  const times = weekly
    .filter(({ weekday }) => weekdays.length === 0 || weekdays.includes(weekday))
    .flatMap(({ opens, closes }) => {
      const [from, to] = [minutesOf(opens), minutesOf(closes)];
      return Array.from({ length: Math.floor((to - from) / length) }, (_, n) => clockOf(from + n * length));
    });
  return [...new Set(times)].toSorted();
}

/** The chosen days of the week on which no window of the level has this time. */
export function daysWithout(
  { serviceLevel, weekdays, time }: Pick<Schedule, "serviceLevel" | "weekdays" | "time">,
  { weekly }: OpeningHours,
): number[] {
  const [at, length] = [minutesOf(time), minutesOfWindow(serviceLevel)];
  const has = (weekday: number): boolean =>
    weekly.some((one) => {
      const [from, to] = [minutesOf(one.opens), minutesOf(one.closes)];
      const last = from + Math.floor((to - from) / length) * length;
      return one.weekday === weekday && at >= from && at < last;
    });
  return weekdays.filter((weekday) => !has(weekday));
}

/** Begins of a level's windows on a date. */
export const timesOn = (level: RecurringLevel, date: LocalDate, open: Open): LocalTime[] =>
  timesOf(level, [], open.hours).filter((time) => windowAt(level, { date, time }, open) !== undefined);

/** Days that are shown in advance, and dates among which they are looked for. */
const [SHOWN, WITHIN] = [5, 70];

/** The next dates of a schedule that is being typed, with those on which it would be closed. */
export function nextDates(
  schedule: Schedule,
  today: LocalDate,
  open: Open,
): { readonly date: LocalDate; readonly isClosed: boolean }[] {
  const first = schedule.from > today ? schedule.from : today;
  return daysOf(schedule, first, addDays(first, WITHIN))
    .slice(0, SHOWN)
    .map((day) => {
      const place = placeOf(schedule, day, open);
      return place === "closed" ? { date: day, isClosed: true } : { date: place.date, isClosed: false };
    });
}
