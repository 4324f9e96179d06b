/** Ways to pay without a card: in cash where the parcel is collected or delivered, or by an invoice. */
export const PAY_WAYS = ["cash-collection", "cash-delivery", "invoice"] as const;
export type PayWay = (typeof PAY_WAYS)[number];
