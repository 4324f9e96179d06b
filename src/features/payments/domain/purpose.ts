/** What a payment is for: the booking itself, something on top of it, or a hold that was lost. */
export const PAYMENT_PURPOSES = ["booking", "surcharge", "recovery"] as const;
export type PaymentPurpose = (typeof PAYMENT_PURPOSES)[number];

/** Why a surcharge is asked for. */
export const SURCHARGE_REASONS = ["waiting", "extra-stop", "other"] as const;
export type SurchargeReason = (typeof SURCHARGE_REASONS)[number];
