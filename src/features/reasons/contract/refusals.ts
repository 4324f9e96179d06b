import type { RefusalTable } from "#contract/problem.ts";

export const REASONS_REFUSALS = {
  "reasons.changed-meanwhile": [
    409,
    "Somebody else changed the reasons since they were read; `changed` names what differs.",
    "reload",
  ],
  "reasons.bad-terms": [422, "A reason fails a check; `fields` names each member at fault.", "mend"],
} as const satisfies RefusalTable;
