import { MINUTE_MS } from "#kernel/instant.ts";

/** How long after it happened a courier may correct an outcome, in milliseconds. */
export const COURIER_CORRECTION_MS = 10 * MINUTE_MS;
/** How long an order waits for its payment, in milliseconds. */
export const ORDER_PAYMENT_MS = 15 * MINUTE_MS;
/** Tries of collecting and of delivering that a delivery has; returning is tried until it succeeds. */
export const MAX_ATTEMPTS = 2;
/** Fee for cancelling while a courier is on the way to the pickup, per cent of the base fee. */
export const CANCEL_ON_THE_WAY_PERCENT = 50;
/** Least fee for cancelling while a courier is on the way, in whole main units of the currency. */
export const CANCEL_MINIMUM_MAIN_UNITS = 3;
/** Fee for cancelling once a courier is at the pickup or the sender made it fail, per cent of the base fee. */
export const CANCEL_AT_PICKUP_PERCENT = 100;
