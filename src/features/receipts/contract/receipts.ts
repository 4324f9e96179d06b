import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Cursor, Id, InstantText, Money, PageSize, page } from "#contract/schemas.ts";
import { RECEIPT_KINDS } from "../domain/receipt.ts";
import { PAID_FACTS } from "#features/payments/contract/api.ts";

export const Receipt = z.strictObject({
  id: Id,
  kind: z.enum(RECEIPT_KINDS),
  number: z.string(),
  total: Money,
  issuedAt: InstantText,
});
export type Receipt = z.output<typeof Receipt>;

export const MyPayment = z.strictObject({
  ...PAID_FACTS,
  recipientName: z.string(),
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

export const receiptPath = (id: string, language: string): string =>
  `/api/receipts/${encodeURIComponent(id)}/receipt.pdf?language=${encodeURIComponent(language)}`;
