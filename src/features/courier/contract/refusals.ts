import type { RefusalTable } from "#contract/problem.ts";

export const COURIER_REFUSALS = {
  "courier.no-courier": [403, "This account is not a courier of this organisation.", "ask-admin"],
  "courier.off-duty": [409, "Positions are kept only on duty.", "mend"],
  "courier.epoch-changed": [
    409,
    "The server was restored from a backup: send again, in order, what the phone keeps, under the new epoch.",
    "mend",
  ],
  "courier.proof-broken": [
    422,
    "The bytes that came do not have the hash that was named: begin anew.",
    "retry",
  ],
  "courier.proof-other": [422, "The command named other bytes for this proof.", "contact"],
} as const satisfies RefusalTable;
