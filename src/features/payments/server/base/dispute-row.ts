import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import { rows, type Tx } from "#server/db/db.ts";
import type { DisputeSnapshot, DisputeState } from "../../domain/dispute.ts";

export interface DisputeRow extends Omit<DisputeSnapshot, "intentRef" | "state" | "currency"> {
  readonly id: string;
  readonly paymentId: string;
  readonly state: DisputeState;
  readonly asOf: Instant;
}

/** All disputes of a payment, oldest first. The payment's row lock guards them. */
export const disputesOf = (tx: Tx, paymentId: string): Promise<DisputeRow[]> =>
  rows(
    tx,
    sql<DisputeRow>`
      select id, payment_id as "paymentId", provider_ref as ref, state, reason, amount_minor as "amountMinor",
        withdrawn_minor as "withdrawnMinor", fee_minor as "feeMinor", evidence_due as "evidenceDue",
        opened_at as "openedAt", as_of as "asOf",
        case when settled_currency is not null then json_build_object('currency', trim(settled_currency),
          'withdrawnMinor', settled_withdrawn_minor, 'feeMinor', settled_fee_minor) end as settled
      from dispute where org_id = app_org() and payment_id = ${paymentId} order by opened_at, id`,
  );

export async function keepDispute(tx: Tx, row: DisputeRow): Promise<void> {
  const due = row.evidenceDue === null ? null : toIso(row.evidenceDue);
  await sql`
    insert into dispute (org_id, id, payment_id, provider_ref, state, reason, amount_minor, withdrawn_minor, fee_minor,
                         evidence_due, opened_at, as_of, settled_currency, settled_withdrawn_minor, settled_fee_minor)
    values (app_org(), ${row.id}, ${row.paymentId}, ${row.ref}, ${row.state}, ${row.reason}, ${row.amountMinor},
            ${row.withdrawnMinor}, ${row.feeMinor}, ${due}, ${toIso(row.openedAt)}, ${toIso(row.asOf)},
            ${row.settled?.currency ?? null}, ${row.settled?.withdrawnMinor ?? null}, ${row.settled?.feeMinor ?? null})
    on conflict (org_id, id) do update set state = excluded.state, reason = excluded.reason,
      amount_minor = excluded.amount_minor, withdrawn_minor = excluded.withdrawn_minor, fee_minor = excluded.fee_minor,
      evidence_due = excluded.evidence_due, as_of = excluded.as_of,
      settled_currency = excluded.settled_currency, settled_withdrawn_minor = excluded.settled_withdrawn_minor,
      settled_fee_minor = excluded.settled_fee_minor`.execute(tx);
}
