import { lazyPart } from "#web/shell/lazy-part.tsx";

export const WaysPanel = lazyPart(
  () => import("./owed/ways-panel.tsx").then((module) => module.WaysPanel),
  ["owed", "payments"],
);

export const OrderDue = lazyPart(
  () => import("./owed/order-due.tsx").then((module) => module.OrderDue),
  ["owed", "payments"],
);

export const OwedPanel = lazyPart(
  () => import("./owed/owed-panel.tsx").then((module) => module.OwedPanel),
  ["owed", "payments"],
);

export const PaymentNeeded = lazyPart(
  () => import("./owed/order-due.tsx").then((module) => module.PaymentNeeded),
  ["owed", "payments"],
);
