import type { RefusalTable } from "#contract/problem.ts";

export const PLANNING_REFUSALS = {
  "planning.busy": [503, "As many plans are being made as this server makes at once.", "retry"],
} as const satisfies RefusalTable;
