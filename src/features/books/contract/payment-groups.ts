/** What of the payments is wanted. */
export const PAYMENT_GROUPS = ["all", "open", "held", "taken", "released", "owed", "review"] as const;
/** Where the link stands that asks for what a lost hold left owed. `none`: nothing asks for it. */
export const LINK_STATES = ["none", "waits", "paying", "held", "paid"] as const;
export type LinkState = (typeof LINK_STATES)[number];
export type PaymentGroup = (typeof PAYMENT_GROUPS)[number];
