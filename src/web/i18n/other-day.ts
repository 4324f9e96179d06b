import type { LocalDate } from "#kernel/local-time.ts";
import { dayName } from "./day-name.ts";
import type { Formats } from "./format.ts";

/** The day of an instant, "Sat, 21 Nov", and nothing where it is the date that is spoken of anyway. */
export function otherDay(f: Formats, at: string, zone: string, date: LocalDate): string {
  const shown = f.day(at, zone);
  return shown === dayName(f, date) ? "" : shown;
}
