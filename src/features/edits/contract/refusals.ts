import type { RefusalTable } from "#contract/problem.ts";

export const EDITS_REFUSALS = {
  "edits.price-changed": [409, "The difference of the price is another one by now; look again.", "reload"],
  "edits.not-possible": [409, "That cannot be decided about this difference; look again.", "reload"],
  "edits.reason-missing": [422, "A price that is kept needs a reason.", "mend"],
  "edits.wrong-vehicle": [
    422,
    "The courier who has the delivery rides a vehicle that this service level does not allow.",
    "mend",
  ],
  "edits.vehicle-full": [422, "The courier who has the delivery cannot carry so much.", "mend"],
} as const satisfies RefusalTable;
