/** Tries that one payment has before it is given up. */
export const MAX_CARD_TRIES = 5;
/** Changes between our card form and the provider's own page before a payment is given up. */
export const MAX_TURNS = 20;
