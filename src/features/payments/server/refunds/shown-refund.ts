import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { Refusal } from "#kernel/refusal.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Refund } from "../../contract/refunds.ts";
import type { RefundReason, RefundState } from "../../domain/refund.ts";

export interface ShownRow {
  id: string;
  paymentId: string;
  orderNumber: string;
  amountMinor: number;
  currency: string;
  reason: RefundReason;
  note: string | null;
  state: RefundState;
  code: string | null;
  askedAt: Instant;
  askedBy: string | null;
  askedName: string | null;
  decidedBy: string | null;
  decidedName: string | null;
}

/** Refunds with who asked and who decided; `where` and what follows it is the caller's. */
export const shownRows = (tx: Tx, rest: ReturnType<typeof sql>): Promise<ShownRow[]> =>
  rows(
    tx,
    sql<ShownRow>`
      select r.id, r.payment_id as "paymentId", o.number as "orderNumber", r.amount_minor as "amountMinor",
        trim(p.currency) as currency, r.reason, r.note, r.state, r.code, r.asked_at as "askedAt",
        r.asked_by as "askedBy", a.name as "askedName", r.decided_by as "decidedBy", d.name as "decidedName"
      from refund_request r
      join payment p on p.org_id = r.org_id and p.id = r.payment_id
      join sales_order o on o.org_id = p.org_id and o.id = p.order_id
      left join person a on a.org_id = r.org_id and a.id = r.asked_by
      left join person d on d.org_id = r.org_id and d.id = r.decided_by
      where r.org_id = app_org() ${rest}`,
  );

export const refundShown = (row: ShownRow): Refund => ({
  id: row.id,
  paymentId: row.paymentId,
  orderNumber: row.orderNumber,
  amount: money(row.amountMinor, row.currency),
  reason: row.reason,
  note: row.note,
  state: row.state,
  code: row.code,
  askedAt: toIso(row.askedAt),
  askedBy: row.askedBy === null ? null : { id: row.askedBy, name: row.askedName ?? "" },
  decidedBy: row.decidedBy === null ? null : { id: row.decidedBy, name: row.decidedName ?? "" },
});

/** @throws Refusal `payments.not-found` */
export async function shownRefund(tx: Tx, id: string): Promise<Refund> {
  const [row] = await shownRows(tx, sql`and r.id = ${id}`);
  if (!row) throw new Refusal("payments.not-found");
  return refundShown(row);
}
