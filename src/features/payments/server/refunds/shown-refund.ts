import { sql } from "kysely";
import { Refusal } from "#kernel/refusal.ts";
import { rows, type Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import { moneyJson } from "#server/db/money-json.ts";
import type { Refund } from "../../contract/refunds.ts";

const personJson = (id: string, name: string) =>
  sql.raw(
    `case when ${id} is not null then json_build_object('id', ${id}, 'name', coalesce(${name}, '')) end`,
  );

/** Refunds with who asked and who decided; `rest` follows the where. */
export const shownRefunds = (tx: Tx, rest: ReturnType<typeof sql>): Promise<Refund[]> =>
  rows(
    tx,
    sql<Refund>`
      select r.id, r.payment_id as "paymentId", o.number as "orderNumber", r.reason, r.note, r.state, r.code,
        ${moneyJson("r.amount_minor", "p.currency")} as amount, ${isoText("r.asked_at")} as "askedAt",
        ${personJson("r.asked_by", "a.name")} as "askedBy", ${personJson("r.decided_by", "d.name")} as "decidedBy"
      from refund_request r
      join payment p on p.org_id = r.org_id and p.id = r.payment_id
      join orders o on o.org_id = p.org_id and o.id = p.order_id
      left join people a on a.org_id = r.org_id and a.id = r.asked_by
      left join people d on d.org_id = r.org_id and d.id = r.decided_by
      where r.org_id = app_org() ${rest}`,
  );

/** @throws Refusal `payments.not-found` */
export async function shownRefund(tx: Tx, id: string): Promise<Refund> {
  const [refund] = await shownRefunds(tx, sql`and r.id = ${id}`);
  if (!refund) throw new Refusal("payments.not-found");
  return refund;
}
