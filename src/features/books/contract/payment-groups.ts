/** Filter of the list of payments. */
export const PAYMENT_GROUPS = ["all", "open", "held", "taken", "released", "owed", "review"] as const;
export type PaymentGroup = (typeof PAYMENT_GROUPS)[number];
