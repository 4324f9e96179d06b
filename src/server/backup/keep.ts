import { DAY_MS, HOUR_MS } from "#kernel/instant.ts";

/** How many hours, days, weeks (from Monday) and months keep their newest backup, all in UTC. */
export interface KeepRule {
  readonly hours: number;
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

const dayOf = (time: number): number => Math.floor(time / DAY_MS);

/** Numbers the hour, day, week or month of a time. 1970 began on a Thursday. */
const SPANS: Readonly<Record<keyof KeepRule, (time: number) => number>> = {
  hours: (time) => Math.floor(time / HOUR_MS),
  days: dayOf,
  weeks: (time) => Math.floor((dayOf(time) + 3) / 7),
  months: (time) => new Date(time).getUTCFullYear() * 12 + new Date(time).getUTCMonth(),
};

/**
 * Chooses the backups to keep: the newest of each of the last hours, days, weeks and months that have one. The newest of
 * all is always kept.
 *
 * @param times of all backups, as instants
 */
export function keptOf(times: readonly number[], rule: KeepRule): Set<number> {
  const newest = [...times].toSorted((a, b) => b - a);
  const kept = new Set(newest.slice(0, 1));
  for (const span of ["hours", "days", "weeks", "months"] as const) {
    const seen = new Set<number>();
    for (const time of newest) {
      const nth = SPANS[span](time);
      if (seen.has(nth)) continue;
      if (seen.size >= rule[span]) break;
      seen.add(nth);
      kept.add(time);
    }
  }
  return kept;
}
