/** Purpose of a payment: the booking itself, a surcharge on top of it, or the recovery of a lost hold. */
export const PAYMENT_PURPOSES = ["booking", "surcharge", "recovery"] as const;
export type PaymentPurpose = (typeof PAYMENT_PURPOSES)[number];

export const ASKED_REASONS = ["waiting", "extra-stop", "other"] as const;
/** Those that a person may give, and a change of the order that asks by itself. */
export const SURCHARGE_REASONS = [...ASKED_REASONS, "changed"] as const;
export type SurchargeReason = (typeof SURCHARGE_REASONS)[number];
