import { DAY_MS, MINUTE_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";

/** Ways to pay an order that the office enters: by a link for a card, or without a card. */
export const ENTRY_WAYS = ["card-link", "cash-collection", "cash-delivery", "invoice"] as const;

/** Longest and shortest time that an order waits for the payment by its link, in milliseconds. */
const WAITS_AT_MOST_MS = DAY_MS;
const WAITS_AT_LEAST_MS = 15 * MINUTE_MS;

/**
 * The moment until which a link may be paid: before the delivery's window begins, so that a courier can still collect.
 *
 * @param windowStart begin of the promised window
 */
export const payableUntil = (now: Instant, windowStart: Instant): Instant =>
  Math.max(now + WAITS_AT_LEAST_MS, Math.min(windowStart, now + WAITS_AT_MOST_MS));
