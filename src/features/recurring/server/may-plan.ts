import { areaOf } from "#features/places/server/public.ts";
import { readLevels } from "#features/quotes/server/public.ts";
import type { Instant } from "#kernel/instant.ts";
import { addDays, localAt, type LocalDate } from "#kernel/local-time.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import { MOVED_DAYS } from "../domain/limits.ts";
import { type At, placeOf, windowAt } from "../domain/occurrence.ts";
import type { RuleRecord } from "./rule-record.ts";

interface Wanted {
  readonly record: RuleRecord;
  readonly day: LocalDate;
  readonly at: At | null;
}

/** @throws Refusal `recurring.no-window` for a time that is over, too far from the day, or when it is closed */
export async function mayPlan(tx: Tx, now: Instant, { record: { rule }, day, at }: Wanted): Promise<void> {
  const area = await areaOf(tx);
  const none = new Refusal("recurring.no-window", { day, field: "at" });
  if (!area) throw none;
  const { levels } = await readLevels(tx);
  const open = { hours: area.hours, zone: area.timezone, levels };
  if (!at) {
    // Its own day may be closed by now and open again later; only one that is over is refused.
    const place = placeOf(rule, day, open);
    if (place === "closed" ? day < localAt(now, open.zone).date : place.window.start <= now) throw none;
    return;
  }
  const { date: today } = localAt(now, open.zone);
  const nearest = day > today ? day : today;
  const window = windowAt(rule.serviceLevel, at, open);
  if (
    !window ||
    window.start <= now ||
    at.date > addDays(nearest, MOVED_DAYS) ||
    at.date < addDays(day, -MOVED_DAYS)
  )
    throw none;
}
