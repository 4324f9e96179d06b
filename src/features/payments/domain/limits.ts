import { HOUR_MS } from "#kernel/instant.ts";

export const MAX_CARD_TRIES = 5;

export const DECLINES_WITHIN_MS = HOUR_MS;
/** Declined cards of one payer, or from one address, before no further card is asked for. Of a payer, a form that is open and not paid counts as one. */
export const MAX_DECLINES = { payer: 10, address: 20 } as const;

/** From so many declined cards on, and so large a part of all that were tried, somebody is testing cards. */
const TESTING_FROM = 15;
const TESTING_PART = 0.5;

export const isCardTesting = ({
  declined,
  held,
}: {
  readonly declined: number;
  readonly held: number;
}): boolean => declined >= TESTING_FROM && declined / (declined + held) >= TESTING_PART;
