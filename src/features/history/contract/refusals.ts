import type { RefusalTable } from "#contract/problem.ts";

export const HISTORY_REFUSALS = {
  "history.not-found": [404, "There is no such command in the history.", "reload"],
  "history.undone": [409, "The command was undone already; fact: by.", "reload"],
  "history.not-possible": [409, "The command has no undo; fact: why.", "mend"],
  "history.day-over": [409, "Commands are undone on their own day only.", "mend"],
  "history.moved-on": [
    409,
    "Something that the command changed was changed since, so nothing is undone; facts: by, at, number, kind.",
    "reload",
  ],
} as const satisfies RefusalTable;
