import type { RefusalTable } from "#contract/problem.ts";

export const COURIER_REFUSALS = {
  "courier.no-courier": [403, "This account is not a courier of this organisation.", "ask-admin"],
  "courier.off-duty": [409, "Positions are kept only on duty.", "mend"],
  "courier.epoch-changed": [
    409,
    "The server was restored from a backup: send again, in order, what the phone keeps, under the new epoch.",
    "mend",
  ],
} as const satisfies RefusalTable;
