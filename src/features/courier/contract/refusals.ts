import type { RefusalTable } from "#contract/problem.ts";

export const COURIER_REFUSALS = {
  "courier.no-courier": [403, "This account is not a courier of this organisation.", "ask-admin"],
  "courier.off-duty": [409, "Positions are kept only on duty.", "mend"],
} as const satisfies RefusalTable;
