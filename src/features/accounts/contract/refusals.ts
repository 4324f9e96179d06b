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
  "accounts.already-invited": [
    409,
    "An invitation for this e-mail address is open; renew it instead.",
    "reload",
  ],
  "accounts.already-member": [409, "This person is a member already.", "reload"],
  "accounts.invitation-over": [409, "The invitation was accepted or withdrawn meanwhile.", "reload"],
  "accounts.invitation-unknown": [404, "This link is unknown, or a newer one replaced it.", "ask-admin"],
  "accounts.invitation-used": [409, "Somebody became a member by this link already.", "ask-admin"],
  "accounts.invitation-withdrawn": [409, "The invitation was withdrawn.", "ask-admin"],
  "accounts.invitation-expired": [409, "The invitation is older than seven days.", "ask-admin"],
  "accounts.invitation-other-email": [403, "The invitation is for another e-mail address.", "ask-admin"],
} as const satisfies RefusalTable;
