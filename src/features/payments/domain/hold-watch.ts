import { HOUR_MS, type Instant } from "#kernel/instant.ts";

export const WARNED_BEFORE_MS = 24 * HOUR_MS;
export const TAKEN_BEFORE_MS = 6 * HOUR_MS;

/** `take`: before the order's end. `look`: only the provider knows what is left of it. */
export type HoldAct = "none" | "warn" | "take" | "look";

/**
 * Decides the act that a hold's end requires now. Money is captured early only once the parcels are with us: until
 * then the sender may cancel for less.
 * @param hold `isCollected`: the parcels are with us, and the order goes on
 */
export function holdAct(
  { captureBefore, isCollected }: { readonly captureBefore: Instant | null; readonly isCollected: boolean },
  now: Instant,
): HoldAct {
  if (captureBefore === null || captureBefore - now > WARNED_BEFORE_MS) return "none";
  if (captureBefore <= now) return "look";
  return isCollected && captureBefore - now <= TAKEN_BEFORE_MS ? "take" : "warn";
}
