import type { RefusalTable } from "#contract/problem.ts";

export const RESCUE_REFUSALS = {
  "rescue.unknown-courier": [404, "No courier of this organisation recorded the work of this file.", "mend"],
  "rescue.not-yours": [403, "The work is another courier's: they or dispatch may bring it.", "contact"],
  "rescue.other-import": [409, "The id names another import.", "mend"],
} as const satisfies RefusalTable;
