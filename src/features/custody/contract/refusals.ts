import type { RefusalTable } from "#contract/problem.ts";

export const CUSTODY_REFUSALS = {
  "custody.code-wrong": [422, "The code is not that of these parcels at this time.", "contact"],
  "custody.code-used": [409, "Another courier took the parcels over by this code.", "contact"],
  "custody.own-code": [422, "A courier cannot take over from themselves.", "contact"],
  "custody.not-held": [409, "These parcels are not in a courier's hands for this stop.", "contact"],
  "custody.not-in-hand": [409, "The courier has no parcels of this cancelled delivery.", "contact"],
} as const satisfies RefusalTable;
