import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Cursor, Id, InstantText, Money, PageSize, page } from "#contract/schemas.ts";
import { RECEIPT_KINDS } from "../domain/receipt.ts";
import { PayWay, PaymentPurpose, PaymentState } from "#features/payments/contract/api.ts";

/** A receipt or credit note as lists show it; the page itself is at `receiptPath`. */
export const Receipt = z.strictObject({
  id: Id,
  kind: z.enum(RECEIPT_KINDS),
  number: z.string(),
  total: Money,
  issuedAt: InstantText,
});
export type Receipt = z.output<typeof Receipt>;

/** One of my payments, with what was issued for it. */
export const MyPayment = z.strictObject({
  id: Id,
  orderId: Id,
  orderNumber: z.string(),
  deliveryId: z.nullable(Id),
  recipientName: z.string(),
  purpose: PaymentPurpose,
  state: PaymentState,
  /** How it is paid without a card; null where a card pays. */
  way: z.nullable(PayWay),
  amount: Money,
  captured: Money,
  refunded: Money,
  card: z.nullable(z.strictObject({ brand: z.string(), last4: z.string() })),
  createdAt: InstantText,
  receipts: z.array(Receipt),
});
export type MyPayment = z.output<typeof MyPayment>;

export const receiptsApi = {
  listMyPayments: endpoint({
    id: "listMyPayments",
    method: "GET",
    path: "/api/my/payments",
    needs: "self",
    summary: "What the caller paid and its receipts, newest first, page by cursor",
    input: z.strictObject({ cursor: z.optional(Cursor), limit: PageSize }),
    reply: page(MyPayment),
    refusals: [],
  }),
  listReceipts: endpoint({
    id: "listReceipts",
    method: "GET",
    path: "/api/orders/:id/receipts",
    needs: "anyone",
    summary: "The receipts and credit notes of an order, oldest first",
    input: z.strictObject({ id: Id }),
    reply: z.strictObject({ items: z.array(Receipt) }),
    refusals: ["deliveries.not-found"],
  }),
};

/** Address of a receipt's page, in a language. */
export const receiptPath = (id: string, language: string): string =>
  `/api/receipts/${encodeURIComponent(id)}/receipt.pdf?language=${encodeURIComponent(language)}`;
