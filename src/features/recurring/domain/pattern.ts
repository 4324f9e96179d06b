import { addDays, type LocalDate, weekdayOf } from "#kernel/local-time.ts";

/** Days on which a standing order is due, by the area's calendar. */
export interface Pattern {
  /** 1 = Monday … 7 = Sunday */
  readonly weekdays: readonly number[];
  /** 1: each week; 2: every second week, counted from the week of `from`. */
  readonly everyWeeks: number;
  readonly from: LocalDate;
  /** Last day; null while it is open. */
  readonly until: LocalDate | null;
}

/** A Monday: weeks are counted from it. */
const FIRST_MONDAY = Date.UTC(1970, 0, 5);
const WEEK_MS = 7 * 86_400_000;

const weekOf = (date: LocalDate): number =>
  Math.floor((Date.parse(`${date}T00:00:00Z`) - FIRST_MONDAY) / WEEK_MS);

/** Whether a delivery is due on that day. */
export const isDay = ({ weekdays, everyWeeks, from, until }: Pattern, date: LocalDate): boolean =>
  date >= from &&
  (until === null || date <= until) &&
  weekdays.includes(weekdayOf(date)) &&
  (weekOf(date) - weekOf(from)) % everyWeeks === 0;

/** Every date from the first to the last, both included. */
export function datesFrom(first: LocalDate, last: LocalDate): LocalDate[] {
  const dates: LocalDate[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** Days on which deliveries are due, from the first to the last date. */
export const daysOf = (pattern: Pattern, first: LocalDate, last: LocalDate): LocalDate[] =>
  datesFrom(first > pattern.from ? first : pattern.from, last).filter((date) => isDay(pattern, date));
