import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { newestFirst } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import type { Dispute, disputesApi } from "#features/payments/contract/disputes.ts";
import type { DisputeState } from "#features/payments/domain/dispute.ts";

export interface ShownRow {
  id: string;
  paymentId: string;
  orderNumber: string;
  state: DisputeState;
  reason: string;
  currency: string;
  amountMinor: number;
  withdrawnMinor: number;
  feeMinor: number;
  settledCurrency: string | null;
  settledWithdrawnMinor: number | null;
  settledFeeMinor: number | null;
  evidenceDue: Instant | null;
  openedAt: Instant;
}

/** Disputes of the organisation, newest first, page by page. */
export async function listDisputes(
  { open, ...asked }: ParsedOf<typeof disputesApi.listDisputes>,
  context: Context,
): Promise<ReplyOf<typeof disputesApi.listDisputes>> {
  const page = newestFirst({ list: "disputes", open }, asked, ["u.opened_at", "u.id"]);
  const only = open === "yes" ? sql`and u.state in ('inquiry', 'open')` : sql``;
  const found = await context.db.as(context.actor, (tx) => shownDisputes(tx, sql`${only} ${page.rest}`));
  return page.of(found, (row) => [row.openedAt, row.id], disputeShown);
}

/** Disputes with their order's number; `rest` follows the where. */
export const shownDisputes = (tx: Tx, rest: ReturnType<typeof sql>): Promise<ShownRow[]> =>
  rows(
    tx,
    sql<ShownRow>`
      select u.id, u.payment_id as "paymentId", o.number as "orderNumber", u.state, u.reason,
        trim(p.currency) as currency, u.amount_minor as "amountMinor", u.withdrawn_minor as "withdrawnMinor",
        u.fee_minor as "feeMinor", trim(u.settled_currency) as "settledCurrency",
        u.settled_withdrawn_minor as "settledWithdrawnMinor", u.settled_fee_minor as "settledFeeMinor", u.evidence_due as "evidenceDue", u.opened_at as "openedAt"
      from dispute u
      join payment p on p.org_id = u.org_id and p.id = u.payment_id
      join sales_order o on o.org_id = p.org_id and o.id = p.order_id
      where u.org_id = app_org() ${rest}`,
  );

export const disputeShown = (row: ShownRow): Dispute => ({
  id: row.id,
  paymentId: row.paymentId,
  orderNumber: row.orderNumber,
  state: row.state,
  reason: row.reason,
  amount: money(row.amountMinor, row.currency),
  withdrawn: money(row.withdrawnMinor, row.currency),
  fee: money(row.feeMinor, row.currency),
  settled:
    row.settledCurrency === null
      ? null
      : {
          withdrawn: money(row.settledWithdrawnMinor ?? 0, row.settledCurrency),
          fee: money(row.settledFeeMinor ?? 0, row.settledCurrency),
        },
  evidenceDue: row.evidenceDue === null ? null : toIso(row.evidenceDue),
  openedAt: toIso(row.openedAt),
});
