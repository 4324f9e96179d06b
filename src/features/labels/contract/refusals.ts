import type { RefusalTable } from "#contract/problem.ts";

export const LABELS_REFUSALS = {
  "labels.too-many": [422, "One document holds 200 labels at most.", "mend"],
  "labels.none": [422, "No delivery fits the filter: there is nothing to print.", "mend"],
} as const satisfies RefusalTable;
