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
  "payments.too-many-declines": [
    409,
    "Too many cards were declined for this payer or from this address within an hour; nothing was charged.",
    "contact",
  ],
  "payments.finding-closed": [409, "This finding was dealt with, or cannot be resolved this way.", "reload"],
  "payments.misconfigured": [
    503,
    "The card service refuses this installation's key; nothing was charged, and the operator was notified.",
    "contact",
  ],
  "payments.amount-not-possible": [409, "A card cannot pay so little or so much.", "contact"],
  "payments.not-found": [404, "No such payment, refund or dispute here.", "reload"],
  "payments.not-captured": [
    409,
    "Nothing was taken yet; give the whole hold back, or cancel the delivery.",
    "reload",
  ],
  "payments.refund-exceeds": [
    409,
    "More than what is left to refund; `remainingMinor` says how much.",
    "mend",
  ],
  "payments.refund-conflict": [409, "This request was made before with another content.", "reload"],
  "payments.refund-decided": [409, "Somebody decided about this refund already.", "reload"],
  "payments.second-person": [
    409,
    "Another person must agree to this refund; whoever asked cannot.",
    "contact",
  ],
  "payments.disputed": [409, "The card holder's bank keeps this money while it is disputed.", "contact"],
  "payments.in-review": [
    409,
    "The provider contradicts our books about this payment; look into it first.",
    "contact",
  ],
  "payments.release-late": [
    409,
    "This hold is not there any more as it was asked for; look at the payment anew.",
    "reload",
  ],
  "payments.still-in-doubt": [
    409,
    "The provider still says what does not fit our books about this payment.",
    "contact",
  ],
  "payments.elsewhere": [
    409,
    "This payment was made with a provider that is not in use any more.",
    "contact",
  ],
  "payments.being-paid": [409, "The sender is paying this right now; look again in a minute.", "reload"],
  "payments.not-offered": [409, "This installation takes no cards.", "contact"],
  "payments.paying-elsewhere": [
    409,
    "The card's bank waits for a confirmation that was begun in another browser; confirm there, or ask to pay here.",
    "retry",
  ],
  "payments.way-not-offered": [409, "This operator does not take payment in this way.", "reload"],
  "payments.invoice-needs-account": [409, "Only people who are signed in may pay by invoice.", "sign-in"],
  "payments.not-cash": [409, "This order is not paid in cash.", "reload"],
  "payments.already-received": [409, "This was paid before, and is in the books.", "reload"],
  "payments.nothing-owed": [409, "Nothing is owed for this order any more.", "reload"],
  "payments.due-changed": [409, "Another amount is owed now; `dueMinor` says how much.", "reload"],
  "payments.not-ended": [
    409,
    "The delivery goes on; what is to go back is known once it has ended.",
    "reload",
  ],
  "payments.seller-changed": [
    409,
    "Somebody else changed the seller since it was read; read it anew.",
    "reload",
  ],
  "payments.no-receipt": [404, "There is no such receipt, or it is not yours.", "reload"],
} as const satisfies RefusalTable;
