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

/** Whether a handover of everything can be corrected to one of a part; a pickup cannot. */
export const mayCorrectParts = (stop: CourierStop): boolean =>
  stop.kind === "deliver" && stop.parcels.length > 1 && endTypeOf(stop, "succeeded") === true;

/** As `endTypeOf`, for an end that speaks of single parcels. */
export function partTypeOf(stop: CourierStop): boolean | undefined {
  if (isAhead(stop)) return stop.blocked || stop.kind === "return" ? undefined : false;
  return mayCorrectParts(stop) ? true : undefined;
}
