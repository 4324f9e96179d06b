import type { CourierStop } from "#features/courier/contract/api.ts";
import { isAhead, isCorrectable } from "#features/courier/web/public.ts";

/**
 * Whether an end of this stop is recorded as a correction (true) or for the first time (false); undefined where it can be
 * neither.
 *
 * @param from the other end, which a correction turns round
 */
export function endTypeOf(stop: CourierStop, from: "succeeded" | "failed"): boolean | undefined {
  if (isAhead(stop)) return false;
  return stop.state === from && isCorrectable(stop) ? true : undefined;
}
