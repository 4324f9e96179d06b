import { type OpeningHours, openWindows } from "#features/places/domain/hours.ts";
import type { Instant } from "#kernel/instant.ts";
import { addDays, type LocalDate, localAt } from "#kernel/local-time.ts";
import type { Window } from "#kernel/window.ts";

/** Openings from now on that a recipient is told. */
const SHOWN_OPENINGS = 3;
const MOST_DAYS_AHEAD = 14;

/** The next openings of the hub, the one that lasts included. */
export const nextOpenings = (hours: OpeningHours, zone: string, now: Instant): Window[] =>
  daysAhead(zone, now)
    .flatMap((date) => openWindows(hours, zone, date))
    .filter(({ end }) => end > now)
    .slice(0, SHOWN_OPENINGS);

/** From midnight to midnight, which a clock writes as the same time twice. */
export const isWholeDay = ({ start, end }: Window, zone: string): boolean =>
  localAt(start, zone).time === "00:00" && localAt(end, zone).time === "00:00";

/** Open around the clock on every day that is looked at. */
export const isAlwaysOpen = (hours: OpeningHours, zone: string, now: Instant): boolean =>
  daysAhead(zone, now).every((date) =>
    openWindows(hours, zone, date).some((window) => isWholeDay(window, zone)),
  );

function daysAhead(zone: string, now: Instant): LocalDate[] {
  const today = localAt(now, zone).date;
  return Array.from({ length: MOST_DAYS_AHEAD }, (_, nth) => addDays(today, nth));
}
