import { lazyPart } from "#web/shell/lazy-part.tsx";

/** Ways to pay an order where no cards are taken. */
export const WaysPanel = lazyPart(
  () => import("./owed/ways-panel.tsx").then((module) => module.WaysPanel),
  ["owed", "payments"],
);

/** Amount to be paid for an order without a card. */
export const OrderDue = lazyPart(
  () => import("./owed/order-due.tsx").then((module) => module.OrderDue),
  ["owed", "payments"],
);

/** How an order is paid and what of it is owed, for dispatch. */
export const OwedPanel = lazyPart(
  () => import("./owed/owed-panel.tsx").then((module) => module.OwedPanel),
  ["owed", "payments"],
);

/** Note over an order that still waits to be paid. */
export const PaymentNeeded = lazyPart(
  () => import("./owed/payment-needed.tsx").then((module) => module.PaymentNeeded),
  ["owed", "payments"],
);
