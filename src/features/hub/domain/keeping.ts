import { type OpeningHours, openWindows } from "#features/places/domain/hours.ts";
import { DAY_MS, type Instant } from "#kernel/instant.ts";
import { addDays, localAt } from "#kernel/local-time.ts";
import type { Window } from "#kernel/window.ts";

/** Days for which parcels are kept at the hub unless the organisation says otherwise, and the bounds of what it says. */
export const KEEP_DAYS = { default: 7, min: 1, max: 60 } as const;

export const keptUntil = (since: Instant, keepDays: number): Instant => since + keepDays * DAY_MS;

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

/** Whom parcels at the hub wait for: `decision` after a missed try that nobody said anything of. */
export const WAITS_FOR = ["recipient", "courier", "decision", "sender"] as const;
