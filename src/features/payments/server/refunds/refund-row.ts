import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import { first, rows, type Tx } from "#server/db/db.ts";
import { type RefundRow, refundSums } from "../../domain/refund.ts";
import { savePayment } from "../base/save-payment.ts";
import { followChange } from "../base/save-payment.ts";
import type { PaymentRow } from "../../domain/payment.ts";
import type { TimedTx } from "#server/db/tx-context.ts";

const COLUMNS = sql`
  r.id, r.payment_id as "paymentId", r.amount_minor as "amountMinor", r.reason, r.note, r.asked_by as "askedBy",
  r.asked_at as "askedAt", r.state, r.decided_by as "decidedBy", r.provider_ref as "providerRef", r.code,
  (select o.id from payment_op o
   where o.org_id = r.org_id and o.payment_id = r.payment_id and o.refund_id = r.id) as "opId"`;

/** All refunds of a payment, oldest first. The payment's row lock guards them. */
export const refundsOf = (tx: Tx, paymentId: string): Promise<RefundRow[]> =>
  rows(
    tx,
    sql<RefundRow>`select ${COLUMNS} from refund_request r
      where r.org_id = app_org() and r.payment_id = ${paymentId} order by r.asked_at, r.id`,
  );

export const refundById = (tx: Tx, id: string): Promise<RefundRow | undefined> =>
  first(
    tx,
    sql<RefundRow>`select ${COLUMNS} from refund_request r where r.org_id = app_org() and r.id = ${id}`,
  );

export async function addRefund(tx: Tx, row: Omit<RefundRow, "opId" | "decidedBy">): Promise<void> {
  const at = toIso(row.askedAt);
  await sql`
    insert into refund_request (org_id, id, payment_id, amount_minor, reason, note, asked_by, asked_at, state,
                                provider_ref, code, changed_at)
    values (app_org(), ${row.id}, ${row.paymentId}, ${row.amountMinor}, ${row.reason}, ${row.note}, ${row.askedBy},
            ${at}, ${row.state}, ${row.providerRef}, ${row.code}, ${at})`.execute(tx);
}

/** Writes where a refund stands. */
export async function setRefund(
  tx: Tx,
  id: string,
  now: Instant,
  { state, providerRef, code }: Pick<RefundRow, "state" | "providerRef" | "code">,
): Promise<void> {
  await sql`
    update refund_request set state = ${state}, provider_ref = ${providerRef}, code = ${code},
      changed_at = ${toIso(now)}
    where org_id = app_org() and id = ${id}`.execute(tx);
}

/** Writes who decided about a refund that waited for a second person. */
export async function decideRefund(
  { tx, now }: TimedTx,
  id: string,
  by: string,
  state: "sending" | "declined" | "released" | "cash-back",
): Promise<void> {
  await sql`
    update refund_request set state = ${state}, decided_by = ${by}, decided_at = ${toIso(now)},
      changed_at = ${toIso(now)}
    where org_id = app_org() and id = ${id}`.execute(tx);
}

/** Refund `r` was refused as the payment is in dispute, and the disputes were not read since. */
export const UNREAD_DISPUTE = sql`r.state = 'failed' and r.code = 'charge_disputed' and r.looked_at is null`;

export async function markLooked(tx: Tx, paymentId: string, now: Instant): Promise<void> {
  await sql`update refund_request r set looked_at = ${toIso(now)}
            where r.org_id = app_org() and r.payment_id = ${paymentId}
              and (r.state = 'pending' or ${UNREAD_DISPUTE})`.execute(tx);
}

/**
 * Counts again what the refunds of a payment come to and writes it on the payment, with its entry in the ledger.
 *
 * @param payment locked by this transaction
 * @param mismatch the provider said something that does not fit
 */
export async function saveRefundSums(
  tx: Tx,
  payment: PaymentRow,
  now: Instant,
  mismatch = false,
): Promise<PaymentRow> {
  const refunds = await refundsOf(tx, payment.id);
  const sums = refundSums(refunds);
  const { capturedMinor } = payment;
  const changed: PaymentRow = {
    ...payment,
    // More than was taken can only be the provider's doing: a person looks, and the books keep what they can say.
    mismatch: payment.mismatch || mismatch || sums.reservedMinor > capturedMinor,
    refundReservedMinor: Math.min(sums.reservedMinor, capturedMinor),
    refundedMinor: Math.min(sums.refundedMinor, capturedMinor),
    refundedByBankMinor: Math.min(sums.byBankMinor, capturedMinor),
  };
  const after = isSame(payment, changed) ? payment : await savePayment({ tx, now }, payment, changed);
  await followChange(tx, now, { before: after, after, refunds });
  return after;
}

const isSame = (a: PaymentRow, b: PaymentRow): boolean =>
  a.mismatch === b.mismatch &&
  a.refundReservedMinor === b.refundReservedMinor &&
  a.refundedMinor === b.refundedMinor &&
  a.refundedByBankMinor === b.refundedByBankMinor;
