/** Filter of the list of payments. */
export const PAYMENT_GROUPS = ["all", "open", "held", "taken", "released", "owed", "review"] as const;
/** State of the link that asks for the receivable of a lost hold. `none`: nothing asks for it. */
export const LINK_STATES = ["none", "waits", "paying", "held", "paid"] as const;
export type LinkState = (typeof LINK_STATES)[number];
export type PaymentGroup = (typeof PAYMENT_GROUPS)[number];
