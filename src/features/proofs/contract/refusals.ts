import type { RefusalTable } from "#contract/problem.ts";

export const PROOFS_REFUSALS = {
  "proofs.changed-meanwhile": [
    409,
    "Somebody else changed the policy since it was read; read it anew.",
    "reload",
  ],
  "proofs.not-at-failure": [422, "A failed stop can only be asked for a photo and a note.", "mend"],
} as const satisfies RefusalTable;
