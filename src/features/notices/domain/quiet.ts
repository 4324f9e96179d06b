import type { Instant } from "#kernel/instant.ts";
import { addDays, instantAt, localAt, minutesOf } from "#kernel/local-time.ts";
import type { LocalTime } from "#kernel/local-time.ts";

/** Hours in which nobody's phone rings, by the area's clock; `from` may be later than `to`. */
export interface QuietHours {
  readonly from: LocalTime;
  readonly to: LocalTime;
}

/** The end of the quiet hours that hold now; null where none do. */
export function morningAfter(now: Instant, quiet: QuietHours | null, zone: string): Instant | null {
  if (!quiet || quiet.from === quiet.to) return null;
  const { date, time } = localAt(now, zone);
  const [from, to, at] = [quiet.from, quiet.to, time].map(minutesOf) as [number, number, number];
  const overMidnight = from > to;
  const isQuiet = overMidnight ? at >= from || at < to : at >= from && at < to;
  if (!isQuiet) return null;
  return instantAt(overMidnight && at >= from ? addDays(date, 1) : date, quiet.to, zone);
}

/** The day of the area's calendar, for what is counted by day. */
export function dayOf(now: Instant, zone: string): { readonly start: Instant; readonly end: Instant } {
  const { date } = localAt(now, zone);
  return { start: instantAt(date, "00:00", zone), end: instantAt(addDays(date, 1), "00:00", zone) };
}
