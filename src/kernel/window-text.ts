import type { Window } from "./window.ts";

type Dates = (options: Intl.DateTimeFormatOptions) => Intl.DateTimeFormat;
type Options = Intl.DateTimeFormatOptions;

const DAY_MS = 86_400_000;
const CLOCK = { hour: "2-digit", minute: "2-digit" } as const;

export const hasHalves = (dates: Dates): boolean =>
  dates({ ...CLOCK, timeZone: "UTC" }).resolvedOptions().hour12 === true;

/** Hours and minutes as `Intl` writes them in ranges: "9:05 AM" beside "09:05". */
export const clockOf = (dates: Dates): Options => (hasHalves(dates) ? { ...CLOCK, hour: "numeric" } : CLOCK);

/** Keeps a time and the word behind it on one line, and writes every range with one dash: `Intl` knows four. */
export const wholeTimes = (text: string): string =>
  text.replace(/(:\d\d)\s(?=\p{L})/gu, "$1\u00a0").replace(/\s?–\s?/g, "\u00a0– ");

/**
 * A half-open window as people read it: "Sat, 21 Nov, 14:00 – 16:00", past midnight "Sat, 21 Nov, 23:35 – Sun 00:20".
 * Ranges of `Intl` repeat the whole date past midnight, and leave open of which half a 12 o'clock is.
 *
 * @param dates makes the formats of one language
 * @param day the parts of the date before the hours; empty for the hours alone
 */
export const windowText = (dates: Dates, window: Window, timeZone: string, day: Options): string =>
  wholeTimes(rangeText(dates, window, timeZone, day));

function rangeText(dates: Dates, { start, end }: Window, timeZone: string, day: Options): string {
  const clock: Options = { ...clockOf(dates), timeZone };
  const dayOf = (at: number) => dates({ dateStyle: "short", timeZone }).format(at);
  const isTwelve = dates({ hour: "numeric", hourCycle: "h11", timeZone })
    .formatToParts(start)
    .some(({ type, value }) => type === "hour" && Number(value) === 0);
  const from = dates({ ...day, ...clock }).format(start);
  if (end - start > DAY_MS)
    return dates({
      weekday: "short",
      day: "numeric",
      month: "short",
      ...day,
      ...clock,
    }).formatRange(start, end);
  if (dayOf(start) !== dayOf(end - 1))
    return `${from} – ${dates({ weekday: "short", ...clock }).format(end)}`;
  return dayOf(start) === dayOf(end) && !(isTwelve && hasHalves(dates))
    ? dates({ ...day, ...clock }).formatRange(start, end)
    : `${from} – ${dates(clock).format(end)}`;
}
