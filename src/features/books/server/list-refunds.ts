import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { newestFirst } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import { type RefundGroup, WAITS_FOR_SECOND, type RefundState } from "#features/payments/domain/refund.ts";
import type { refundsApi } from "#features/payments/contract/refunds.ts";
import { shownRefunds } from "#features/payments/server/public.ts";
import { rows, type Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import { moneyJson } from "#server/db/money-json.ts";
import type { Dispute, disputesApi } from "#features/payments/contract/disputes.ts";

const STATES: Readonly<Record<Exclude<RefundGroup, "all">, readonly RefundState[]>> = {
  open: [...WAITS_FOR_SECOND, "failed"],
  waiting: [...WAITS_FOR_SECOND],
  returned: ["failed"],
};

export async function listRefunds(
  { group, ...asked }: ParsedOf<typeof refundsApi.listRefunds>,
  context: Context,
): Promise<ReplyOf<typeof refundsApi.listRefunds>> {
  const page = newestFirst({ list: "refunds", group }, asked, ["r.asked_at", "r.id"]);
  const only = group === "all" ? sql`` : sql`and r.state = any(${[...STATES[group]]}::text[])`;
  const found = await context.db.as(context.actor, (tx) => shownRefunds(tx, sql`${only} ${page.rest}`));
  return page.of(found, (row) => [Date.parse(row.askedAt), row.id]);
}

export async function listDisputes(
  { open, ...asked }: ParsedOf<typeof disputesApi.listDisputes>,
  context: Context,
): Promise<ReplyOf<typeof disputesApi.listDisputes>> {
  const page = newestFirst({ list: "disputes", open }, asked, ["u.opened_at", "u.id"]);
  const only = open === "yes" ? sql`and u.state in ('inquiry', 'open')` : sql``;
  const found = await context.db.as(context.actor, (tx) => shownDisputes(tx, sql`${only} ${page.rest}`));
  return page.of(found, (row) => [Date.parse(row.openedAt), row.id]);
}

export const shownDisputes = (tx: Tx, rest: ReturnType<typeof sql>): Promise<Dispute[]> =>
  rows(
    tx,
    sql<Dispute>`
      select u.id, u.payment_id as "paymentId", o.number as "orderNumber", u.state, u.reason,
        ${moneyJson("u.amount_minor", "p.currency")} as amount,
        ${moneyJson("u.withdrawn_minor", "p.currency")} as withdrawn, ${moneyJson("u.fee_minor", "p.currency")} as fee,
        case when u.settled_currency is not null then json_build_object(
          'withdrawn', ${moneyJson("coalesce(u.settled_withdrawn_minor, 0)", "u.settled_currency")},
          'fee', ${moneyJson("coalesce(u.settled_fee_minor, 0)", "u.settled_currency")}) end as settled,
        ${isoText("u.evidence_due")} as "evidenceDue", ${isoText("u.opened_at")} as "openedAt"
      from disputes u
      join payments p on p.org_id = u.org_id and p.id = u.payment_id
      join orders o on o.org_id = p.org_id and o.id = p.order_id
      where u.org_id = app_org() ${rest}`,
  );
