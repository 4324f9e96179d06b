import type { Instant } from "#kernel/instant.ts";
import { type LocalDate, addDays, instantAt, localAt } from "#kernel/local-time.ts";
import type { Days } from "./period.ts";

/** Local time at which the weekly mail is due. */
export const WEEKLY_AT = "07:00";

/** A weekly mail that is due: its Monday, since when, and the days that it tells of. */
export interface DueWeek {
  readonly monday: LocalDate;
  readonly since: Instant;
  readonly days: Days;
}

/** The mail that is due now: on Mondays from seven to midnight; a server that was down sends it later that day, or never. */
export function dueWeek(now: Instant, timezone: string): DueWeek | undefined {
  const { date, weekday } = localAt(now, timezone);
  const since = instantAt(date, WEEKLY_AT, timezone);
  if (weekday !== 1 || now < since) return undefined;
  return { monday: date, since, days: weekBefore(date) };
}

/** Monday to Sunday before a Monday. */
export const weekBefore = (monday: LocalDate): Days => ({
  from: addDays(monday, -7),
  to: addDays(monday, -1),
});
