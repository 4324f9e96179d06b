import type { RefusalTable } from "#contract/problem.ts";

export const PLANNING_REFUSALS = {
  "planning.busy": [503, "As many plans are being made as this server makes at once.", "retry"],
  "planning.not-open": [409, "The delivery is begun, pinned, or cannot be planned on this day.", "reload"],
  "planning.nothing": [422, "There is no work or no courier to plan with on this day.", "mend"],
  "planning.not-found": [404, "There is no such plan.", "go-back"],
  "planning.not-running": [409, "This plan is not being made any more; fact: state.", "reload"],
  "planning.not-draft": [409, "This plan is no draft that can be published; fact: state.", "reload"],
  "planning.not-published": [409, "This plan is not published; fact: state.", "reload"],
  "planning.begun": [409, "Work of the plan was begun since it was published; fact: number.", "reload"],
  "planning.pinned": [
    409,
    "A delivery that was pinned since the plan was published would move; fact: number.",
    "reload",
  ],
  "planning.too-many": [422, "More deliveries than are quoted together; facts: n, most.", "mend"],
  "planning.not-planned": [409, "Delivery or courier are in no plan of this day.", "reload"],
} as const satisfies RefusalTable;
