import type { RefusalTable } from "#contract/problem.ts";

export const ORDER_ENTRY_REFUSALS = {
  "order-entry.unknown-account": [422, "Nobody with this account has ordered here.", "mend"],
  "order-entry.other-pickup": [422, "Drops that are entered together have one pickup.", "mend"],
} as const satisfies RefusalTable;
