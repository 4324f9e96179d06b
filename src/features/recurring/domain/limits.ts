/** Days before a delivery on which it is made. Cards hold a price for six days, so none is made earlier than five. */
export const AHEAD = { least: 1, usual: 3, most: 5 } as const;
/** Days that a page of the calendar shows. */
export const SHOWN_DAYS = 35;
/** Days by which a single delivery may be moved. */
export const MOVED_DAYS = 6;
/** Days for which a standing order that ended is kept with its names and addresses. Its deliveries stay. */
export const ENDED_KEPT_DAYS = 90;
/** Standing orders that an organisation may have at work. */
export const MOST_RULES = 2_000;
