import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import { first, rows, type Tx } from "#server/db/db.ts";
import { type RefundRow, refundSums } from "../../domain/refund.ts";
import { followChange, savePayment } from "./save-payment.ts";
import type { PaymentRow } from "../../domain/payment.ts";
import { type PaymentDeps, isOn } from "./payment-deps.ts";
import { planOperation, refundKey } from "./operation.ts";
import type { TimedTx } from "#server/db/tx-context.ts";
import { Refusal } from "#kernel/refusal.ts";
import { isoText } from "#server/db/iso-text.ts";
import { moneyJson } from "#server/db/money-json.ts";
import type { Refund } from "../../contract/refunds.ts";

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

type NewRefund = Pick<RefundRow, "id" | "paymentId" | "amountMinor" | "reason" | "askedAt" | "state"> &
  Partial<Pick<RefundRow, "note" | "askedBy" | "providerRef" | "code">>;

export async function addRefund(tx: Tx, row: NewRefund): Promise<void> {
  const at = toIso(row.askedAt);
  await sql`
    insert into refund_request (org_id, id, payment_id, amount_minor, reason, note, asked_by, asked_at, state,
                                provider_ref, code, changed_at)
    values (app_org(), ${row.id}, ${row.paymentId}, ${row.amountMinor}, ${row.reason}, ${row.note ?? null},
            ${row.askedBy ?? null}, ${at}, ${row.state}, ${row.providerRef ?? null}, ${row.code ?? null}, ${at})`.execute(
    tx,
  );
}

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
  const after = await savePayment({ tx, now }, payment, changed);
  await followChange(tx, now, { before: after, after, refunds });
  return after;
}

/**
 * Writes a refund and reserves its amount; one that needs no second person is planned at once.
 *
 * @param payment locked by this transaction
 * @returns the operation to carry out
 */
export async function writeRefund(
  deps: Pick<PaymentDeps, "instance" | "safeguards">,
  tx: Tx,
  payment: PaymentRow,
  row: NewRefund,
): Promise<string | undefined> {
  await addRefund(tx, row);
  if (isOn(deps, "refund-reservation")) await saveRefundSums(tx, payment, row.askedAt);
  return row.state === "sending" ? planRefund(deps, tx, row, row.askedAt) : undefined;
}

export async function planRefund(
  { instance }: Pick<PaymentDeps, "instance">,
  tx: Tx,
  { id, paymentId, amountMinor }: Pick<RefundRow, "id" | "paymentId" | "amountMinor">,
  now: Instant,
): Promise<string> {
  const logicalKey = refundKey(id);
  const plan = { paymentId, kind: "refund", logicalKey, amountMinor, refundId: id, instance } as const;
  return (await planOperation(tx, now, plan)).id;
}

const personJson = (id: string, name: string) =>
  sql.raw(
    `case when ${id} is not null then json_build_object('id', ${id}, 'name', coalesce(${name}, '')) end`,
  );

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

export async function shownRefund(tx: Tx, id: string): Promise<Refund> {
  const [refund] = await shownRefunds(tx, sql`and r.id = ${id}`);
  if (!refund) throw new Refusal("payments.not-found");
  return refund;
}
