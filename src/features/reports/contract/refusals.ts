import type { RefusalTable } from "#contract/problem.ts";

export const REPORTS_REFUSALS = {
  "reports.too-long": [422, "A report covers 366 days at most, and its first day comes first.", "mend"],
  "reports.no-address": [409, "The account has no e-mail address that its provider verified.", "go-back"],
} as const satisfies RefusalTable;
