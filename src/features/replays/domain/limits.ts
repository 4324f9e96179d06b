/** Days for which a replay is kept. */
export const KEPT_DAYS = 7;
/** Replays that are kept at once; a new one takes the place of the oldest. */
export const KEPT_MOST = 5;
/** Most orders of one replay. */
export const MOST_ORDERS = 100_000;
/** Longest span in days. */
export const LONGEST_DAYS = 366;
/** Customers that are named in each direction. */
export const MOST_CUSTOMERS = 20;
/** Pairs of zones that are told, those with the most orders; others are in the totals alone. */
export const MOST_ZONES = 30;
