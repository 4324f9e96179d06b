import { lazyPart } from "#web/shell/lazy-part.tsx";

export const OrderReceipts = lazyPart(
  () => import("./order-receipts.tsx").then((module) => module.OrderReceipts),
  ["payments"],
);
