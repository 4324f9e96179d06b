import type { RefusalTable } from "#contract/problem.ts";

export const PLACES_REFUSALS = {
  "places.changed-meanwhile": [
    409,
    "Somebody else changed the area since it was read; read it anew.",
    "reload",
  ],
  "places.area-exists": [409, "The service area was set up before; edit that one.", "reload"],
  "places.bad-polygon": [422, "The area must be one closed ring that does not cross itself.", "mend"],
  "places.bad-hours": [422, "Opening times of one day overlap or end before they start.", "mend"],
} as const satisfies RefusalTable;
