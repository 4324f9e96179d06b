import type { RefusalTable } from "#contract/problem.ts";

export const PLANNING_REFUSALS = {
  "planning.busy": [503, "As many plans are being made as this server makes at once.", "retry"],
  "planning.not-open": [
    409,
    "Somebody has this delivery already, or it cannot be planned on this day.",
    "reload",
  ],
} as const satisfies RefusalTable;
