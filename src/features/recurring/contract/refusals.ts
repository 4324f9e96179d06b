import type { RefusalTable } from "#contract/problem.ts";

export const RECURRING_REFUSALS = {
  "recurring.not-found": [404, "There is no such standing order.", "go-back"],
  "recurring.changed-meanwhile": [
    409,
    "Somebody else changed the standing order since it was read: look at what changed, then send again.",
    "reload",
  ],
  "recurring.wrong-state": [409, "The standing order is not in the state for this.", "reload"],
  "recurring.too-many": [409, "There are as many standing orders at work as there may be.", "mend"],
  "recurring.no-day": [422, "No day of the week falls between the first and the last day.", "mend"],
  "recurring.no-level": [
    422,
    "The service level is not sold any more, or has no windows at fixed hours.",
    "mend",
  ],
  "recurring.no-window": [422, "It is closed at that time, or the day is over or too far away.", "mend"],
  "recurring.day-unknown": [409, "No delivery of this standing order is due on that day.", "reload"],
  "recurring.made-already": [409, "The delivery of this day was made: change or cancel it as one.", "reload"],
} as const satisfies RefusalTable;
