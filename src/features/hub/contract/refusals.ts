import type { RefusalTable } from "#contract/problem.ts";

export const HUB_REFUSALS = {
  "hub.not-here": [409, "The parcels are not at the hub any more, or were never there.", "reload"],
} as const satisfies RefusalTable;
