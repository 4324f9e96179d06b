import type { RefusalTable } from "#contract/problem.ts";

export const ZONES_REFUSALS = {
  "zones.changed-meanwhile": [409, "Somebody else saved zones since these were read.", "reload"],
  "zones.in-use": [
    409,
    "A zone that the published price list names cannot go; `facts` name it, the rules and the list.",
    "mend",
  ],
  "zones.bad-zones": [422, "A zone fails a check; `fields` names each of them.", "mend"],
} as const satisfies RefusalTable;
