import type { RefusalTable } from "#contract/problem.ts";

export const SIGHTINGS_REFUSALS = {
  "sightings.no-courier": [403, "This account is not a courier of this organisation.", "ask-admin"],
} as const satisfies RefusalTable;
