import { DAY_MS, MINUTE_MS } from "#kernel/instant.ts";

/** How long a quote holds, in milliseconds. */
export const QUOTE_VALID_MS = 15 * MINUTE_MS;
/** Road distance over straight line in towns, per cent, where no road distance is known. */
export const DETOUR_PERCENT = 140;
/** Heaviest load that a courier on a bicycle takes, in grams. */
export const BICYCLE_LOAD_G = 25_000;
/** A window stays bookable this long after it was last offered, in milliseconds. */
export const OFFER_GRACE_MS = 10 * MINUTE_MS;
/** A courier may come to the pickup this long before the promised window, in milliseconds. */
export const PICKUP_BEFORE_MS = 60 * MINUTE_MS;
/** Times of a service level are whole steps of this length, in milliseconds. */
export const LEVEL_STEP_MS = 5 * MINUTE_MS;
/** A card's hold lasts seven days, like a customer's own card payment at the great networks; in milliseconds. */
export const CARD_HOLD_MS = 7 * DAY_MS;
/** Furthest end of a window where cards are taken: the hold still lasts, with a day of room for delays. */
export const BOOKED_AHEAD_MS = CARD_HOLD_MS - DAY_MS;
/** Most service levels of an organisation, retired ones included. */
/** Skills that a service level may ask for. */
export const MAX_LEVEL_SKILLS = 6;
export const MAX_LEVELS = 40;
/** How many days are offered, today included. */
export const OFFERED_DAYS = 7;
/** Most parcels that one delivery may have. */
export const MAX_PARCELS = 20;
/** Longest trip that any price list is checked for, in metres. */
export const MAX_DISTANCE_M = 500_000;
/** Most prices computed while a price list is checked. */
export const CHECK_PRICES_MAX = 200_000;
/** Two points closer than this are one address, in metres in a straight line. */
export const SAME_PLACE_M = 5;
