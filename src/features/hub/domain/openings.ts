import { type OpeningHours, openWindows } from "#features/places/domain/hours.ts";
import type { Instant } from "#kernel/instant.ts";
import { addDays, localAt } from "#kernel/local-time.ts";
import type { Window } from "#kernel/window.ts";

/** Openings from now on that a recipient is told. */
const SHOWN_OPENINGS = 3;
const MOST_DAYS_AHEAD = 14;

/** The next openings of the hub, the one that lasts included. */
export function nextOpenings(hours: OpeningHours, zone: string, now: Instant): Window[] {
  const today = localAt(now, zone).date;
  const days = Array.from({ length: MOST_DAYS_AHEAD }, (_, nth) => addDays(today, nth));
  return days
    .flatMap((date) => openWindows(hours, zone, date))
    .filter(({ end }) => end > now)
    .slice(0, SHOWN_OPENINGS);
}
