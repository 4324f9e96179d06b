import type { RefusalTable } from "#contract/problem.ts";

export const MESSAGES_REFUSALS = {
  "messages.not-found": [404, "There is no such message.", "go-back"],
  "messages.nobody": [422, "A message needs a courier to whom it goes.", "mend"],
  "messages.nobody-on-duty": [409, "No courier is on duty.", "mend"],
  "messages.courier-unknown": [422, "One of the couriers is no courier any more.", "reload"],
  "messages.too-late": [
    409,
    "A courier saw it, or ten seconds are over: it cannot be taken back.",
    "go-back",
  ],
} as const satisfies RefusalTable;
