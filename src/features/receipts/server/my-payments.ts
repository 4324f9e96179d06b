import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { rows, type Tx } from "#server/db/db.ts";
import { type Page, newestFirst } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import { orderFor } from "#features/deliveries/server/public.ts";
import { PAID, paymentsOf } from "#features/payments/server/public.ts";
import type { MyPayment, receiptsApi } from "../contract/receipts.ts";
import { receiptsOf, shownReceipt, type ReceiptRow } from "./receipt-row.ts";
import { scopeOf } from "#kernel/permission.ts";

const LIST = { list: "my-payments" };

type Row = Omit<MyPayment, "receipts">;

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
      (row) => [Date.parse(row.createdAt), row.id],
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
        o.recipient ->> 'name' as "recipientName", ${PAID}
      from orders o
      join payments p on p.org_id = o.org_id and p.order_id = o.id
      left join deliveries d on d.org_id = o.org_id and d.order_id = o.id
      where o.org_id = app_org() and o.payer_id = ${payerId ?? null} ${page.rest}`,
  );

const shownPayment = (row: Row, receipts: readonly ReceiptRow[]): MyPayment => ({
  ...row,
  receipts: receipts.filter((one) => one.paymentId === row.id).map(shownReceipt),
});

/** Whoever may read the money reads every order's receipts, though not its delivery. */
export const withOfficeView = (context: Context): Context =>
  scopeOf(context.actor, "money:read") === "org" ? { ...context, scope: "org" } : context;
