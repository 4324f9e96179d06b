import { HOUR_MS } from "#kernel/instant.ts";

/** Most devices of one person. */
export const MOST_DEVICES = 10;
/** Longest address of a device, in characters; the longest that browsers give are about 500. */
export const LONGEST_ENDPOINT = 1_000;
/** Time after which a courier's push is no news any more. */
export const FRESH_MS = 4 * HOUR_MS;
