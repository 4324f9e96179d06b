/** States of a payment; `paymentStateOf` derives each from what the provider was seen to say. */
export const PAYMENT_STATES = [
  "created",
  "action_required",
  "authorized",
  "captured",
  "failed",
  "failed_final",
  "voided",
  "expired",
  "charged_back",
  "review",
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];
