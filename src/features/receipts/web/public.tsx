import { lazyPart } from "#web/shell/lazy-part.tsx";

/** The receipts of an order, to read and to keep. */
export const OrderReceipts = lazyPart(
  () => import("./order-receipts.tsx").then((module) => module.OrderReceipts),
  ["payments"],
);
