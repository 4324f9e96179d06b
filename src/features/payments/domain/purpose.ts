/** Purpose of a payment: the booking itself, a surcharge on top of it, or the recovery of a lost hold. */
export const PAYMENT_PURPOSES = ["booking", "surcharge", "recovery"] as const;
export type PaymentPurpose = (typeof PAYMENT_PURPOSES)[number];

export const ASKED_REASONS = ["waiting", "extra-stop", "other"] as const;
/** Those that a person may give, and others: a change of the order, another try, the way back, a cancelled delivery reopened. */
export const SURCHARGE_REASONS = [
  ...ASKED_REASONS,
  "changed",
  "extra-attempt",
  "return",
  "reopened",
] as const;
export type SurchargeReason = (typeof SURCHARGE_REASONS)[number];
