import { DAY_MS } from "#kernel/instant.ts";
import { intlTag, type Locale } from "#kernel/locale.ts";

/** 4 January 2021 was a Monday. */
const MONDAY = Date.UTC(2021, 0, 4);

/** A weekday by name, 1 = Monday … 7 = Sunday. */
export function weekdayName(weekday: number, locale: Locale, width: "long" | "short" = "long"): string {
  const format = new Intl.DateTimeFormat(intlTag(locale), { weekday: width, timeZone: "UTC" });
  return format.format(MONDAY + (weekday - 1) * DAY_MS);
}
