import type { RefusalTable } from "#contract/problem.ts";

export const TRACKING_REFUSALS = {
  "tracking.unknown-link": [404, "This link is unknown, revoked or over.", "contact"],
  "tracking.not-confirmed": [409, "The order is not paid yet; a link exists once it is.", "wait"],
} as const satisfies RefusalTable;
