import { lazyPart } from "#web/shell/lazy-part.tsx";

/** Ways to pay an order where no cards are taken. */
export const WaysPanel = lazyPart(
  () => import("./dues/ways-panel.tsx").then((module) => module.WaysPanel),
  ["dues", "payments"],
);

/** Amount to be paid for an order without a card. */
export const OrderDue = lazyPart(
  () => import("./dues/order-due.tsx").then((module) => module.OrderDue),
  ["dues", "payments"],
);

/** Payment of an order, for dispatch. */
export const DuePanel = lazyPart(
  () => import("./dues/order-due.tsx").then((module) => module.DuePanel),
  ["dues", "payments"],
);

/** Note over an order that still waits to be paid. */
export const PaymentNeeded = lazyPart(
  () => import("./owed/payment-needed.tsx").then((module) => module.PaymentNeeded),
  ["owed", "payments"],
);
