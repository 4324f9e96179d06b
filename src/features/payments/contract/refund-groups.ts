/** What of the refunds is wanted: those for a second person, those that came back, or all. */
export const REFUND_GROUPS = ["all", "waiting", "returned"] as const;
export type RefundGroup = (typeof REFUND_GROUPS)[number];
