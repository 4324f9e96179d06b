import type { RefusalTable } from "#contract/problem.ts";

export const PROOFS_REFUSALS = {
  "proofs.changed-meanwhile": [
    409,
    "Somebody else changed the policy since it was read; read it anew.",
    "reload",
  ],
  "proofs.not-at-failure": [422, "A failed stop can only be asked for a photo and a note.", "mend"],
  "proofs.pin-elsewhere": [
    422,
    "Only a recipient has a PIN: ask for it where parcels are handed over.",
    "mend",
  ],
  "proofs.no-pin": [409, "This delivery has no PIN.", "mend"],
  "proofs.pin-wrong": [422, "This is not the PIN of the delivery; `left` more tries are checked.", "mend"],
  "proofs.pin-locked": [
    409,
    "Too many wrong PINs: none is checked online any more. The office decides.",
    "contact",
  ],
} as const satisfies RefusalTable;
