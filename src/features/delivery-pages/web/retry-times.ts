import { type Instant, fromIso, toIso } from "#kernel/instant.ts";
import { addDays, instantAt, localAt } from "#kernel/local-time.ts";
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
  const [start, end] = [localAt(fromIso(window.start), zone), localAt(fromIso(window.end), zone)];
  const today = localAt(now, zone).date;
  const date = addDays(start.date > today ? start.date : today, 1);
  const lastDate = end.date > start.date ? addDays(date, 1) : date;
  const next = {
    start: toIso(instantAt(date, start.time, zone)),
    end: toIso(instantAt(lastDate, end.time, zone)),
  };
  return { kept: fromIso(window.end) >= now + WINDOW_LEAST_MS ? window : undefined, next };
}
