import type { RefusalTable } from "#contract/problem.ts";

export const EXCEPTIONS_REFUSALS = {
  "exceptions.not-found": [404, "There is no such exception.", "go-back"],
  "exceptions.closed": [409, "It was resolved meanwhile.", "reload"],
  "exceptions.not-offered": [409, "The delivery's state does not allow this resolution.", "reload"],
  "exceptions.charge-changed": [409, "Another amount is to be paid by now.", "reload"],
  "exceptions.note-missing": [422, "A report that is dismissed needs a note.", "mend"],
} as const satisfies RefusalTable;
