import type { LocalDate } from "#kernel/local-time.ts";
import type { Formats } from "./format.ts";

/** The day of an instant, "Sat, 21 Nov", and nothing where it is the date that is spoken of anyway. */
export function otherDay({ day }: Formats, at: string, zone: string, date: LocalDate): string {
  const shown = day(at, zone);
  return shown === day(`${date}T12:00:00Z`, "UTC") ? "" : shown;
}
