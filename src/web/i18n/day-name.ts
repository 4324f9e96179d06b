import type { Instant } from "#kernel/instant.ts";
import type { LocalDate } from "#kernel/local-time.ts";
import type { Formats } from "./format.ts";

/** A date as a day, "Sat, 21 Nov", wherever the reader is. */
export const dayName = ({ day }: Pick<Formats, "day">, date: LocalDate): string =>
  day(`${date}T12:00:00Z`, "UTC");

/** A time of today, or the date with it. */
export const timeOrDate = (
  { day, time, dateTime }: Pick<Formats, "day" | "time" | "dateTime">,
  at: Instant,
  now: Instant,
  timeZone: string,
): string => (day(at, timeZone) === day(now, timeZone) ? time : dateTime)(at, timeZone);
