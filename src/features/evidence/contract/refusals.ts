import type { RefusalTable } from "#contract/problem.ts";

export const EVIDENCE_REFUSALS = {
  "evidence.too-large": [
    422,
    "One file of evidence holds 2,000 facts and 64 MB of pictures at most.",
    "contact",
  ],
} as const satisfies RefusalTable;
