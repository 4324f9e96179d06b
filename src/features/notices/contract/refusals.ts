import type { RefusalTable } from "#contract/problem.ts";

export const NOTICES_REFUSALS = {
  "notices.changed-meanwhile": [409, "Somebody else changed it meanwhile.", "reload"],
  "notices.unknown-placeholder": [
    422,
    "The text holds a name between braces that means nothing here.",
    "mend",
  ],
  "notices.subject-missing": [422, "A mail needs a subject.", "mend"],
  "notices.not-offered": [422, "This notice does not go to them by this way.", "mend"],
  "notices.no-gateway": [409, "No gateway for text messages is set up.", "contact"],
  "notices.not-taken": [409, "The message was not taken.", "retry"],
  "notices.nothing-to-send": [409, "It was sent meanwhile, or holds no more.", "reload"],
  "notices.unknown-link": [404, "This link is unknown or over.", "contact"],
} as const satisfies RefusalTable;
