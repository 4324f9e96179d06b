import type { RefusalTable } from "#contract/problem.ts";

export const STREETS_REFUSALS = {
  "streets.no-road": [422, "No road of the map lies there.", "mend"],
  "streets.too-long": [422, "The places are too far apart for one stretch.", "mend"],
  "streets.bad-times": [422, "It ends after it begins, and later than now.", "mend"],
  "streets.not-found": [404, "There is no such closed or slow street.", "go-back"],
  "streets.over": [409, "It has ended already.", "reload"],
} as const satisfies RefusalTable;
