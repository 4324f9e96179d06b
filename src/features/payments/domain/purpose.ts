/** Purpose of a payment: the booking itself, a surcharge on top of it, or the recovery of a lost hold. */
export const PAYMENT_PURPOSES = ["booking", "surcharge", "recovery"] as const;
export type PaymentPurpose = (typeof PAYMENT_PURPOSES)[number];

export const SURCHARGE_REASONS = ["waiting", "extra-stop", "changed", "other"] as const;
export type SurchargeReason = (typeof SURCHARGE_REASONS)[number];

/** Reasons that a person may give; a change of an order asks for its own. */
export const ASKED_REASONS = ["waiting", "extra-stop", "other"] as const satisfies readonly SurchargeReason[];
