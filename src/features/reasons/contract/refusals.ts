import type { RefusalTable } from "#contract/problem.ts";

export const REASONS_REFUSALS = {
  "reasons.changed-meanwhile": [
    409,
    "Somebody changed the list since it was read; fact: version. Read it anew.",
    "reload",
  ],
} as const satisfies RefusalTable;
