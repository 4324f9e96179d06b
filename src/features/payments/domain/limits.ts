/** Tries that one payment has before it is given up. */
export const MAX_CARD_TRIES = 5;
