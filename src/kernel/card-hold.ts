import { DAY_MS } from "./instant.ts";

/** A card's hold lasts seven days, like a customer's own card payment at the great networks; in milliseconds. */
export const CARD_HOLD_MS = 7 * DAY_MS;
