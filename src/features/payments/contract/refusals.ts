import type { RefusalTable } from "#contract/problem.ts";

export const PAYMENTS_REFUSALS = {
  "payments.none": [404, "No payment was opened for this order.", "reload"],
  "payments.order-closed": [409, "This order is cancelled, expired or already paid.", "new-price"],
  "payments.provider-silent": [
    503,
    "The card service does not answer; nothing was charged. Try again.",
    "retry",
  ],
  "payments.too-many-tries": [
    409,
    "The card was declined too often; book again or use another way to pay.",
    "contact",
  ],
  "payments.misconfigured": [
    503,
    "The card service refuses this installation's key; nothing was charged, and the operator was told.",
    "contact",
  ],
  "payments.amount-not-possible": [409, "A card cannot pay so little or so much.", "contact"],
  "payments.not-offered": [409, "This installation takes no cards.", "contact"],
  "payments.no-receipt": [404, "There is no such receipt, or it is not yours.", "reload"],
} as const satisfies RefusalTable;
