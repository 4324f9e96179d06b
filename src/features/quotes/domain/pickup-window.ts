import type { Instant } from "#kernel/instant.ts";
import type { Window } from "#kernel/window.ts";
import { PICKUP_BEFORE_MS } from "./limits.ts";

/** When the courier comes to the sender for a promised window: in the hour before it, and not in the past. */
export function pickupWindowOf(promised: Window, now: Instant): Window {
  return {
    start: Math.min(promised.start - 1, Math.max(now, promised.start - PICKUP_BEFORE_MS)),
    end: promised.start,
  };
}
