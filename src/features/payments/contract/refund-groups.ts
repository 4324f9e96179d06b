/**
 * Filter of the list of refunds: open ones, of these the ones for a second person and the ones that came back, or
 * all.
 */
export const REFUND_GROUPS = ["all", "open", "waiting", "returned"] as const;
export type RefundGroup = (typeof REFUND_GROUPS)[number];
