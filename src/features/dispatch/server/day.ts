import { zoneOf } from "#features/quotes/server/public.ts";
import { instantAt, addDays, localAt, type LocalDate } from "#kernel/local-time.ts";
import { toIso, type Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";

/** A day on the wall calendar of the service area, as instants. */
export interface Day {
  readonly date: LocalDate;
  readonly timezone: string;
  readonly isToday: boolean;
  readonly start: string;
  readonly end: string;
  /** Work whose window began before this is not shown; today shows everything left over. */
  readonly floor: string;
  readonly now: string;
}

const LONG_AGO = "2000-01-01T00:00:00.000Z";

/** The asked day, or today, in the zone of the area (of the organisation while there is no area). */
export const dayOf = async (tx: Tx, orgId: string, now: Instant, asked?: LocalDate): Promise<Day> =>
  dayIn(await zoneOf(tx, orgId), now, asked);

/** The asked day, or today, in a time zone. */
export function dayIn(timezone: string, now: Instant, asked?: LocalDate): Day {
  const today = localAt(now, timezone).date;
  const date = asked ?? today;
  const start = toIso(instantAt(date, "00:00", timezone));
  return {
    date,
    timezone,
    isToday: date === today,
    start,
    end: toIso(instantAt(addDays(date, 1), "00:00", timezone)),
    floor: date === today ? LONG_AGO : start,
    now: toIso(now),
  };
}
