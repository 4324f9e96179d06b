/** What of the payments is wanted. */
export const PAYMENT_GROUPS = ["all", "open", "held", "taken", "released", "review"] as const;
export type PaymentGroup = (typeof PAYMENT_GROUPS)[number];
