import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import type { PayWay } from "#kernel/pay-ways.ts";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { type Page, newestFirst } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import { orderFor } from "#features/deliveries/server/public.ts";
import type { MyPayment, receiptsApi } from "../contract/receipts.ts";
import type { PaymentState } from "#features/payments/domain/payment-lifecycle.ts";
import { openMinor } from "#features/payments/domain/due.ts";
import type { PaymentPurpose } from "#features/payments/domain/purpose.ts";
import { paymentsOf } from "#features/payments/server/public.ts";
import { withOfficeView } from "./office-view.ts";
import { receiptsOf, shownReceipt } from "./receipt-row.ts";
import type { ReceiptRow } from "./receipt-row.ts";

const LIST = { list: "my-payments" };

interface Row {
  id: string;
  orderId: string;
  orderNumber: string;
  deliveryId: string | null;
  recipientName: string;
  purpose: PaymentPurpose;
  state: PaymentState;
  way: PayWay | null;
  dueMinor: number;
  amountMinor: number;
  capturedMinor: number;
  refundedMinor: number;
  currency: string;
  canceledSeen: boolean;
  brand: string | null;
  last4: string | null;
  createdAt: Instant;
}

/** Lists the caller's payments, newest first, each with its documents. */
export async function listMyPayments(
  asked: ParsedOf<typeof receiptsApi.listMyPayments>,
  context: Context,
): Promise<ReplyOf<typeof receiptsApi.listMyPayments>> {
  const page = newestFirst(LIST, asked, ["p.created_at", "p.id"]);
  return context.db.as(context.actor, async (tx) => {
    const found = await newest(tx, context.actor.userId, page);
    const ids = found.slice(0, asked.limit).map((row) => row.id);
    const receipts = await receiptsOf(tx, ids);
    return page.of(
      found,
      (row) => [row.createdAt, row.id],
      (row) => shownPayment(row, receipts),
    );
  });
}

/** The receipts of one order. @throws Refusal `deliveries.not-found` */
export const listReceipts = (
  { id }: ParsedOf<typeof receiptsApi.listReceipts>,
  context: Context,
): Promise<ReplyOf<typeof receiptsApi.listReceipts>> =>
  context.db.as(context.actor, async (tx) => {
    const order = await orderFor(withOfficeView(context), id, tx);
    const ids = (await paymentsOf(tx, order.id)).map((payment) => payment.id);
    return { items: (await receiptsOf(tx, ids)).map(shownReceipt) };
  });

const newest = (tx: Tx, payerId: string | undefined, page: Page): Promise<Row[]> =>
  rows(
    tx,
    sql<Row>`
      select p.id, p.order_id as "orderId", o.number as "orderNumber", d.id as "deliveryId",
        o.recipient ->> 'name' as "recipientName", p.purpose, p.state, p.way,
        p.due_minor as "dueMinor", p.canceled_seen as "canceledSeen", p.amount_minor as "amountMinor",
        p.captured_minor as "capturedMinor", p.refunded_minor as "refundedMinor", trim(p.currency) as currency,
        p.card_brand as brand, p.card_last4 as last4, p.created_at as "createdAt"
      from sales_order o
      join payment p on p.org_id = o.org_id and p.order_id = o.id
      left join delivery d on d.org_id = o.org_id and d.order_id = o.id
      where o.org_id = app_org() and o.payer_id = ${payerId ?? null} ${page.rest}`,
  );

const shownPayment = (row: Row, receipts: readonly ReceiptRow[]): MyPayment => ({
  id: row.id,
  orderId: row.orderId,
  orderNumber: row.orderNumber,
  deliveryId: row.deliveryId,
  recipientName: row.recipientName,
  purpose: row.purpose,
  state: row.state,
  way: row.way,
  owed: row.way === null ? null : money(openMinor(row), row.currency),
  amount: money(row.amountMinor, row.currency),
  captured: money(row.capturedMinor, row.currency),
  refunded: money(row.refundedMinor, row.currency),
  card: row.last4 === null ? null : { brand: row.brand ?? "unknown", last4: row.last4 },
  createdAt: toIso(row.createdAt),
  receipts: receipts.filter((one) => one.paymentId === row.id).map(shownReceipt),
});
