/**
 * What a payment is for: the booking itself, something on top of it, or a hold that was lost. A `renewal` is a new hold
 * for a booking whose own ends soon; once it is seen it is the `booking`, and the one before it is `replaced`.
 */
export const PAYMENT_PURPOSES = ["booking", "surcharge", "recovery", "renewal", "replaced"] as const;
export type PaymentPurpose = (typeof PAYMENT_PURPOSES)[number];

/** Why a surcharge is asked for. */
export const SURCHARGE_REASONS = ["waiting", "extra-stop", "other"] as const;
export type SurchargeReason = (typeof SURCHARGE_REASONS)[number];
