import { type Instant, fromIso, toIso } from "#kernel/instant.ts";
import { addDays, localAt } from "#kernel/local-time.ts";
import { onDay } from "#kernel/on-day.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { WINDOW_LEAST_MS } from "#features/deliveries/domain/edits.ts";

/**
 * Times offered for another try: the promised one while enough of it lies ahead, and the same hours on the day after it
 * or after today, in the area's time.
 */
export function retryTimes(
  { window }: Pick<Delivery, "window">,
  now: Instant,
  zone: string,
): { readonly kept: Delivery["window"] | undefined; readonly next: Delivery["window"] } {
  const promised = { start: fromIso(window.start), end: fromIso(window.end) };
  const [day, today] = [localAt(promised.start, zone).date, localAt(now, zone).date];
  const { start, end } = onDay(promised, addDays(day > today ? day : today, 1), zone);
  const next = { start: toIso(start), end: toIso(end) };
  return { kept: promised.end >= now + WINDOW_LEAST_MS ? window : undefined, next };
}
