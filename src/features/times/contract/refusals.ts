import type { RefusalTable } from "#contract/problem.ts";

export const TIMES_REFUSALS = {
  "times.unknown-stop": [404, "No such stop is here, or it is not yours.", "go-back"],
  "times.not-ahead": [409, "The stop has begun, is over, or nobody has it.", "reload"],
  "times.bad-word": [
    422,
    "An own word names a time within the next 12 hours and counts until then or later.",
    "mend",
  ],
} as const satisfies RefusalTable;
