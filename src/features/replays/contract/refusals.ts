import type { RefusalTable } from "#contract/problem.ts";

export const REPLAYS_REFUSALS = {
  "replays.bad-span": [
    422,
    "The span must be 1 to 366 days, and its end must not lie before its start.",
    "mend",
  ],
  "replays.too-many": [422, "More orders were booked in the span than one replay holds; fact: most.", "mend"],
  "replays.busy": [409, "A replay is running; wait for it or cancel it.", "reload"],
  "replays.not-found": [404, "There is no such replay; it may have expired.", "go-back"],
  "replays.not-running": [409, "This replay is not running any more; fact: state.", "reload"],
} as const satisfies RefusalTable;
