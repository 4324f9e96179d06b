import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import type { PayWay } from "#kernel/pay-ways.ts";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { PaymentRow, moneyApi } from "../contract/money.ts";
import type { PaymentGroup } from "../contract/payment-groups.ts";
import type { PaymentState } from "../domain/payment-lifecycle.ts";
import { openMinor } from "../domain/due.ts";
import type { PaymentPurpose } from "../domain/purpose.ts";
import { pageAfter, pageOf } from "./page.ts";

const STATES: Readonly<Record<Exclude<PaymentGroup, "all">, readonly PaymentState[]>> = {
  open: ["created", "action_required", "failed"],
  held: ["authorized"],
  taken: ["captured", "charged_back"],
  released: ["voided", "expired", "failed_final"],
  review: ["review"],
};

interface Row {
  id: string;
  orderId: string;
  orderNumber: string;
  deliveryId: string | null;
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
  captureBefore: Instant | null;
  createdAt: Instant;
}

/** All payments of the organisation, newest first, page by page. */
export async function listPayments(
  { group, cursor, limit }: ParsedOf<typeof moneyApi.listPayments>,
  context: Context,
): Promise<ReplyOf<typeof moneyApi.listPayments>> {
  const list = { list: "payments", group };
  const after = pageAfter(list, cursor);
  const found = await context.db.as(context.actor, (tx) =>
    rowsOf(
      tx,
      sql`${group === "all" ? sql`` : sql`and p.state = any(${[...STATES[group]]}::text[])`}
          ${after ? sql`and (p.created_at, p.id) < (${toIso(after[0])}, ${after[1]})` : sql``}
          order by p.created_at desc, p.id desc limit ${limit + 1}`,
    ),
  );
  return pageOf(list, found, limit, (row) => [row.createdAt, row.id], shownRow);
}

/** One payment as the list shows it. */
export async function paymentShown(tx: Tx, id: string): Promise<PaymentRow | undefined> {
  const [row] = await rowsOf(tx, sql`and p.id = ${id}`);
  return row && shownRow(row);
}

const rowsOf = (tx: Tx, rest: ReturnType<typeof sql>): Promise<Row[]> =>
  rows(
    tx,
    sql<Row>`
      select p.id, p.order_id as "orderId", o.number as "orderNumber", d.id as "deliveryId", p.purpose, p.state, p.way,
        p.due_minor as "dueMinor", p.canceled_seen as "canceledSeen",
        p.amount_minor as "amountMinor", p.captured_minor as "capturedMinor", p.refunded_minor as "refundedMinor",
        trim(p.currency) as currency, p.card_brand as brand, p.card_last4 as last4,
        p.capture_before as "captureBefore", p.created_at as "createdAt"
      from payment p
      join sales_order o on o.org_id = p.org_id and o.id = p.order_id
      left join delivery d on d.org_id = p.org_id and d.order_id = p.order_id
      where p.org_id = app_org()
        ${rest}`,
  );

const shownRow = (row: Row): PaymentRow => ({
  id: row.id,
  orderId: row.orderId,
  orderNumber: row.orderNumber,
  deliveryId: row.deliveryId,
  purpose: row.purpose,
  state: row.state,
  way: row.way,
  owed: row.way === null ? null : money(openMinor(row), row.currency),
  amount: money(row.amountMinor, row.currency),
  captured: money(row.capturedMinor, row.currency),
  refunded: money(row.refundedMinor, row.currency),
  card: row.last4 === null ? null : { brand: row.brand ?? "unknown", last4: row.last4 },
  captureBefore: row.captureBefore === null ? null : toIso(row.captureBefore),
  createdAt: toIso(row.createdAt),
});
