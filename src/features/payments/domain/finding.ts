export const FINDING_KINDS = [
  /** The provider knew more than its webhooks had said; the ledger follows. */
  "corrected",
  /** A second intent of a payment that holds nothing; it was ended. */
  "orphan-intent",
  /** A second intent of a payment that holds or took money. */
  "unknown-intent",
  /** A call to the provider that was given to a person. */
  "operation-review",
  /** A payment about which the provider says what does not fit. */
  "payment-review",
  /** A fee below the least that a card can pay; the hold was released. */
  "fee-waived",
  /** The books contradict themselves. */
  "invariant",
  /** A hold that ends within a day and is not taken yet. */
  "hold-expiring",
  /** Money that was taken before the order's end, as its hold would not have lasted. */
  "taken-early",
  /** Work that goes no further, as its money is lost or in doubt. */
  "work-stopped",
  /** Parcels that a courier took along although their money was lost or in doubt. */
  "taken-along-unpaid",
  /** Our books name an intent that the provider does not know. */
  "missing",
  /** Received without a card, and not owed after all. */
  "cash-to-give-back",
  /** The debt of a lost hold is below the least that a card can pay. */
  "owed-too-little",
  /** A ledger check that could not be run. */
  "unread-rule",
  /** Most cards of the last hour were declined: somebody may be testing cards. */
  "card-testing",
] as const;

export const RESOLUTIONS = [
  "auto",
  "gone",
  "retried",
  "rechecked",
  "released",
  "let-through",
  "noted",
  "given-back",
] as const;
