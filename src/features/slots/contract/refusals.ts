import type { RefusalTable } from "#contract/problem.ts";

export const SLOTS_REFUSALS = {
  "slots.full": [
    409,
    "This window has no place left; `nextStart` and `nextEnd` name the next one that has, where there is one.",
    "mend",
  ],
  "slots.closed": [409, "That day is closed; `reason` says why.", "mend"],
  "capacity.changed-meanwhile": [
    409,
    "Somebody else changed the places since they were read; `changed` names what differs.",
    "reload",
  ],
  "capacity.bad-plan": [422, "The places fail a check; `fields` names each member at fault.", "mend"],
} as const satisfies RefusalTable;
