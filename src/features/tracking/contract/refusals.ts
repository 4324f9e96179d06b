import type { RefusalTable } from "#contract/problem.ts";

export const TRACKING_REFUSALS = {
  "tracking.unknown-link": [404, "This link is unknown, revoked or over.", "contact"],
  "tracking.not-confirmed": [409, "The order is not paid yet; a link exists once it is.", "wait"],
  "tracking.wrong-answer": [
    422,
    "This is neither the house number of the address nor the PIN; `left` more answers are taken.",
    "mend",
  ],
  "tracking.answers-locked": [429, "Too many wrong answers: none is taken until `until`.", "wait"],
  "tracking.no-pictures": [409, "There are no pictures to open.", "reload"],
  "tracking.foreign-form": [403, "This form was sent by another site.", "reload"],
} as const satisfies RefusalTable;
