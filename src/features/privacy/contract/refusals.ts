import type { RefusalTable } from "#contract/problem.ts";

export const PRIVACY_REFUSALS = {
  "privacy.changed-meanwhile": [409, "Somebody else saved these periods since they were read.", "reload"],
  "privacy.still-open": [
    409,
    "Deliveries of this person are under way or not paid; `facts` counts them. They are forgotten once those are over.",
    "reload",
  ],
  "privacy.other-count": [409, "This person has other deliveries by now; `facts` counts them.", "reload"],
  "privacy.too-many": [409, "The person has more deliveries than are forgotten in one go.", "report"],
} as const satisfies RefusalTable;
