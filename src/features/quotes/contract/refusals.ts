import type { RefusalTable } from "#contract/problem.ts";

export const QUOTES_REFUSALS = {
  "quotes.outside-area": [422, "An address lies outside the service area; `field` says which.", "mend"],
  "quotes.same-place": [422, "Pickup and delivery are the same place.", "mend"],
  "quotes.too-far": [422, "The trip is longer than this service level allows.", "mend"],
  "quotes.too-heavy": [422, "The parcels weigh more than this service level allows.", "mend"],
  "quotes.too-many": [422, "There are more parcels than this service level allows.", "mend"],
  "quotes.not-offered": [422, "This service level is not sold now.", "mend"],
  "quotes.closed-then": [422, "We do not deliver at that time.", "mend"],
  "quotes.too-late-today": [422, "The last booking time for that window has passed.", "mend"],
  "quotes.too-far-ahead": [422, "The window is further ahead than can be booked.", "mend"],
  "quotes.no-price": [422, "No rule of the price list fits this request.", "contact"],
  "quotes.no-card-pays": [
    422,
    "A card cannot pay so little or so much, and cards are how this operator is paid.",
    "contact",
  ],
  "quotes.not-found": [404, "There is no such quote.", "new-price"],
  "quotes.expired": [409, "The quote's 15 minutes are over; ask for a new price.", "new-price"],
  "quotes.already-accepted": [409, "This quote was accepted before.", "new-price"],
  "quotes.changed": [409, "The request differs from the quoted one; ask for a new price.", "new-price"],
  "quotes.changed-meanwhile": [
    409,
    "Somebody else published a price list since this one was read.",
    "reload",
  ],
  "levels.changed-meanwhile": [
    409,
    "Somebody else changed the service levels since they were read; `changed` names what differs.",
    "reload",
  ],
  "levels.bad-terms": [422, "A service level fails a check; `fields` names each member at fault.", "mend"],
  "quotes.bad-price-list": [422, "The price list fails a check; `fields` names each rule at fault.", "mend"],
} as const satisfies RefusalTable;
