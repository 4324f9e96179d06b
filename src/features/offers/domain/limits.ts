import { DAY_MS, MINUTE_MS } from "#kernel/instant.ts";

/** Seconds for which an offer stands. */
export const OFFER_SECONDS = { least: 30, usual: 120, most: 1800 } as const;
/** Most deliveries offered, and most couriers named, by one call. */
export const OFFER_LIMITS = { deliveries: 20, couriers: 100 } as const;
/** How long a courier reads what became of an offer. */
export const TOLD_MS = 30 * MINUTE_MS;
/** How long the board says that nobody took a delivery. */
export const MARKED_MS = DAY_MS;
