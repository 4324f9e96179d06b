import { MINUTE_MS } from "#kernel/instant.ts";

/** How long after it happened a courier may correct an outcome, in milliseconds. */
export const COURIER_CORRECTION_MS = 10 * MINUTE_MS;
/** How long an order waits for its payment, in milliseconds. */
export const ORDER_PAYMENT_MS = 15 * MINUTE_MS;
/** Tries of collecting and of delivering that a delivery has; returning is tried until it succeeds. */
export const MAX_ATTEMPTS = 2;
