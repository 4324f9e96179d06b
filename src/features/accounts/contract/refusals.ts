import type { RefusalTable } from "#contract/problem.ts";

export const ACCOUNTS_REFUSALS = {
  "accounts.changed-meanwhile": [
    409,
    "Somebody else changed this person since it was read; read it anew.",
    "reload",
  ],
  "accounts.last-admin": [
    422,
    "The last active administrator cannot lose that role or be suspended.",
    "mend",
  ],
  "accounts.courier-needs-vehicle": [422, "A courier needs a vehicle class.", "mend"],
} as const satisfies RefusalTable;
