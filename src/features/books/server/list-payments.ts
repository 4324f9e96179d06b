import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import type { Actor } from "#kernel/actor.ts";
import { rows, type Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import { newestFirst } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import type { PaymentRow, moneyApi } from "../contract/money.ts";
import { receivablesOf } from "#features/debts/server/public.ts";
import { ordersFound } from "#features/deliveries/server/public.ts";
import type { PaymentState } from "#features/payments/domain/payment-states.ts";
import { PAID } from "#features/payments/server/public.ts";

const inState = (...states: readonly PaymentState[]) => sql`and p.state = any(${[...states]}::text[])`;

/** Payment `p` is a lost hold that its links did not pay in full: it is owed, or written off. */
const OWES = sql`p.state = 'expired' and p.owed_minor > (select coalesce(sum(r.captured_minor), 0) from payments r
  where r.org_id = p.org_id and r.for_payment_id = p.id)`;

const GROUPS: Readonly<Record<Asked["group"], ReturnType<typeof sql>>> = {
  all: sql``,
  open: inState("created", "action_required", "failed"),
  held: inState("authorized"),
  taken: inState("captured", "charged_back"),
  released: sql`${inState("voided", "expired", "failed_final")} and not (${OWES})`,
  owed: sql`and ((${OWES}) or (p.way is not null and p.due_minor > p.captured_minor))`,
  review: sql`and (p.state = 'review' or exists (select from payment_ops o
    where o.org_id = p.org_id and o.payment_id = p.id and o.state = 'review'))`,
};

type Row = Omit<PaymentRow, "receivable">;

type Asked = ParsedOf<typeof moneyApi.listPayments>;

export async function listPayments(
  { cursor, limit, ...list }: Asked,
  context: Context,
): Promise<ReplyOf<typeof moneyApi.listPayments>> {
  const page = newestFirst({ list: "payments", ...list }, { cursor, limit }, ["p.created_at", "p.id"]);
  return context.db.as(context.actor, async (tx) => {
    const found = await rowsOf(
      tx,
      sql`${GROUPS[list.group]} ${await foundBy(tx, list)} ${days(list)} ${page.rest}`,
    );
    const shown = await withReceivable(tx, found, context.actor);
    return page.of(found, (row) => [Date.parse(row.createdAt), row.id], shown);
  });
}

async function foundBy(tx: Tx, { search }: Pick<Asked, "search">): Promise<ReturnType<typeof sql>> {
  if (search === undefined || search === "") return sql``;
  const orderIds = await ordersFound(tx, search);
  return sql`and (p.provider_ref = ${search} or p.order_id = any(${orderIds}::uuid[]))`;
}

function days({ from, to }: Pick<Asked, "from" | "to">): ReturnType<typeof sql> {
  const begin = (day: string, plus: number) =>
    sql`(select (${day}::date + ${plus}::int)::timestamp at time zone timezone from organization where id = app_org())`;
  return sql`${from === undefined ? sql`` : sql`and p.created_at >= ${begin(from, 0)}`}
             ${to === undefined ? sql`` : sql`and p.created_at < ${begin(to, 1)}`}`;
}

export async function paymentShown(tx: Tx, id: string, reader: Actor): Promise<PaymentRow | undefined> {
  const found = await rowsOf(tx, sql`and p.id = ${id}`);
  return found.map(await withReceivable(tx, found, reader))[0];
}

/** Reads the receivables of these payments. @returns how to show a row with its own */
async function withReceivable(
  tx: Tx,
  found: readonly Row[],
  reader: Actor,
): Promise<(row: Row) => PaymentRow> {
  const orderIds = found.map(({ orderId }) => orderId);
  const owed = new Map((await receivablesOf(tx, orderIds, reader)).map((one) => [one.paymentId, one]));
  return (row) => ({ ...row, receivable: owed.get(row.id) ?? null });
}

const rowsOf = (tx: Tx, rest: ReturnType<typeof sql>): Promise<Row[]> =>
  rows(
    tx,
    sql<Row>`
      select p.id, p.order_id as "orderId", o.number as "orderNumber", d.id as "deliveryId", ${PAID},
        ${isoText("p.capture_before")} as "captureBefore"
      from payments p
      join orders o on o.org_id = p.org_id and o.id = p.order_id
      left join deliveries d on d.org_id = p.org_id and d.order_id = p.order_id
      where p.org_id = app_org()
        ${rest}`,
  );
