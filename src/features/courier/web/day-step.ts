import type { CourierDay } from "../contract/api.ts";
import { isAhead, isBegun, nextStop } from "./day-query.ts";

/** Step of a courier that comes next on the day; `go-on` is a stop that was begun. */
export type DayStep = "begin" | "load" | "next" | "go-on" | "in-hand" | "end";

/** Facts of the phone that the day does not hold. */
export interface Aboard {
  /** All that must be on board is ticked, or a load check of today was recorded. */
  readonly isChecked: boolean;
  /** Cancelled deliveries whose parcels are still with the courier. */
  readonly inHand: number;
}

/** The one step of the day's main action; none where the courier waits for work, or is done and off duty. */
export function dayStep(
  { onDuty, stops }: Pick<CourierDay, "onDuty" | "stops">,
  { isChecked, inHand }: Aboard,
): DayStep | undefined {
  const isOver = stops.length > 0 && !stops.some(isAhead) && inHand === 0;
  if (!onDuty) return isOver ? undefined : "begin";
  const next = nextStop(stops);
  if (next && isBegun(next)) return "go-on";
  const hasBegun = stops.some(({ state }) => state === "succeeded" || state === "failed");
  if (!isChecked && !hasBegun) return "load";
  if (next) return "next";
  if (inHand > 0) return "in-hand";
  return isOver ? "end" : undefined;
}
