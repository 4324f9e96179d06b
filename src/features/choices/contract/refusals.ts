import type { RefusalTable } from "#contract/problem.ts";

export const CHOICES_REFUSALS = {
  "choices.view-only": [
    403,
    "This link shows the delivery; only the recipient's own link decides about it.",
    "contact",
  ],
  "choices.not-possible": [409, "That cannot be chosen for this delivery now.", "reload"],
  "choices.over": [409, "That choice cannot be taken back any more.", "reload"],
  "choices.too-many": [429, "Twenty choices were made for this delivery within an hour.", "wait"],
} as const satisfies RefusalTable;
