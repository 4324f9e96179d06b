import type { RefusalTable } from "#contract/problem.ts";

export const RUNSHEET_REFUSALS = {
  "runsheet.not-found": [404, "There is no such courier.", "go-back"],
} as const satisfies RefusalTable;
