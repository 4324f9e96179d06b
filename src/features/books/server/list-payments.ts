import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { money } from "#kernel/money.ts";
import { rows, type Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import { newestFirst } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import type { PaymentRow, moneyApi } from "../contract/money.ts";
import type { LinkState, PaymentGroup } from "../contract/payment-groups.ts";
import { ordersFound } from "#features/deliveries/server/public.ts";
import type { Owing } from "#features/payments/domain/due.ts";
import type { PaymentState } from "#features/payments/domain/payment-lifecycle.ts";
import { PAID, withOwed } from "#features/payments/server/public.ts";

const inState = (...states: readonly PaymentState[]) => sql`and p.state = any(${[...states]}::text[])`;

/** Payment `p` is a lost hold whose debt was not paid in full: open, or written off. */
const OWES = sql`p.state = 'expired' and p.owed_minor > ${debtPaid()}`;

/** Which payments `p` a group has. */
const GROUPS: Readonly<Record<PaymentGroup, ReturnType<typeof sql>>> = {
  all: sql``,
  open: inState("created", "action_required", "failed"),
  held: inState("authorized"),
  taken: inState("captured", "charged_back"),
  released: sql`${inState("voided", "expired", "failed_final")} and not (${OWES})`,
  owed: sql`and ((${OWES}) or (p.way is not null and p.due_minor > p.captured_minor))`,
  review: inState("review"),
};

/** Part of the debt of payment `p` that its links paid. */
function debtPaid() {
  return sql`(select coalesce(sum(r.captured_minor), 0) from payments r
    where r.org_id = p.org_id and r.for_payment_id = p.id)`;
}

interface Row extends Omit<PaymentRow, "owed" | "debt">, Owing {
  readonly owedMinor: number;
  readonly writtenOffMinor: number;
  readonly debtPaidMinor: number;
  readonly linkState: PaymentState | null;
}

type Asked = ParsedOf<typeof moneyApi.listPayments>;

/** All payments of the organisation, newest first, page by page. */
export async function listPayments(
  { cursor, limit, ...list }: Asked,
  context: Context,
): Promise<ReplyOf<typeof moneyApi.listPayments>> {
  const page = newestFirst({ list: "payments", ...list }, { cursor, limit }, ["p.created_at", "p.id"]);
  const found = await context.db.as(context.actor, async (tx) =>
    rowsOf(tx, sql`${GROUPS[list.group]} ${await foundBy(tx, list)} ${days(list)} ${page.rest}`),
  );
  return page.of(found, (row) => [Date.parse(row.createdAt), row.id], shownRow);
}

/** Payments `p` that a search finds. */
async function foundBy(tx: Tx, { search }: Pick<Asked, "search">): Promise<ReturnType<typeof sql>> {
  if (search === undefined || search === "") return sql``;
  const orderIds = await ordersFound(tx, search);
  return sql`and (p.provider_ref = ${search} or p.order_id = any(${orderIds}::uuid[]))`;
}

/** Payments `p` that were opened on these days. */
function days({ from, to }: Pick<Asked, "from" | "to">): ReturnType<typeof sql> {
  const begin = (day: string, plus: number) =>
    sql`(select (${day}::date + ${plus}::int)::timestamp at time zone timezone from organization where id = app_org())`;
  return sql`${from === undefined ? sql`` : sql`and p.created_at >= ${begin(from, 0)}`}
             ${to === undefined ? sql`` : sql`and p.created_at < ${begin(to, 1)}`}`;
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
      select p.id, p.order_id as "orderId", o.number as "orderNumber", d.id as "deliveryId", ${PAID},
        ${isoText("p.capture_before")} as "captureBefore",
        p.owed_minor as "owedMinor", p.written_off_minor as "writtenOffMinor",
        ${debtPaid()}::bigint as "debtPaidMinor",
        (select r.state from payments r where r.org_id = p.org_id and r.for_payment_id = p.id
         order by r.created_at desc, r.id desc limit 1) as "linkState"
      from payments p
      join orders o on o.org_id = p.org_id and o.id = p.order_id
      left join deliveries d on d.org_id = p.org_id and d.order_id = p.order_id
      where p.org_id = app_org()
        ${rest}`,
  );

function shownRow(row: Row): PaymentRow {
  const { owedMinor: _, writtenOffMinor: _w, debtPaidMinor: _p, linkState: _l, ...rest } = row;
  return { ...withOwed(rest), debt: debtOf(row) };
}

/** How a payment stands that was opened by a link; what was given up asks for nothing any more. */
const LINK: Readonly<Partial<Record<PaymentState, LinkState>>> = {
  created: "waits",
  failed: "waits",
  action_required: "paying",
  review: "paying",
  authorized: "held",
  captured: "paid",
};

function debtOf({ state, owedMinor, writtenOffMinor, debtPaidMinor, linkState, amount }: Row) {
  const { currency } = amount;
  if (state !== "expired" || owedMinor === 0) return null;
  return {
    outstanding: money(Math.max(0, owedMinor - writtenOffMinor - debtPaidMinor), currency),
    writtenOff: money(writtenOffMinor, currency),
    link: (linkState && LINK[linkState]) ?? "none",
  };
}
