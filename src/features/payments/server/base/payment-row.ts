import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import { rows, type Tx } from "#server/db/db.ts";
import type { Payment as ShownPayment } from "../../contract/api.ts";
import { shownDecline } from "../../contract/decline-problems.ts";
import { type PaymentRow, triesLeft } from "../../domain/payment.ts";

const COLUMNS = sql`
  id, order_id as "orderId", purpose, for_payment_id as "forPaymentId", owed_minor as "owedMinor",
  written_off_minor as "writtenOffMinor", reason, note, is_free as "isFree", write_off_asked_by as "writeOffAskedBy", state, provider,
  provider_ref as ref, way, due_minor as "dueMinor", amount_minor as "amountMinor", tax_minor as "taxMinor",
  refunded_minor as "refundedMinor", refund_reserved_minor as "refundReservedMinor",
  refunded_by_bank_minor as "refundedByBankMinor", disputed_minor as "disputedMinor", lost_minor as "lostMinor",
  dispute_fee_minor as "disputeFeeMinor", version, authorized_minor as "authorizedMinor",
  captured_minor as "capturedMinor", currency, decline, tries as declines, canceled_seen as "canceledSeen", mismatch,
  action_at as "actionAt", capture_before as "captureBefore", created_at as "createdAt", settled_at as "settledAt",
  case when card_last4 is not null then
    json_build_object('brand', coalesce(card_brand, 'unknown'), 'last4', card_last4) end as card`;

/** Payments `p` of the organisation; `rest` follows the where. */
export const paymentsWhere = (tx: Tx, rest: ReturnType<typeof sql>): Promise<PaymentRow[]> =>
  rows(tx, sql<PaymentRow>`select ${COLUMNS} from payment p where org_id = app_org() and ${rest}`);

const paymentWhere = async (tx: Tx, rest: ReturnType<typeof sql>): Promise<PaymentRow | undefined> =>
  (await paymentsWhere(tx, rest))[0];

/**
 * Holds the payment's row until the transaction ends: every change of it stands in this queue. The row of the lost hold
 * that a payment makes good is held before it: the debt and who pays it change in one order.
 */
export const lockPayment = (tx: Tx, id: string): Promise<PaymentRow | undefined> =>
  // A condition that names no column of the row is tested before any row is read.
  paymentWhere(
    tx,
    sql`id = ${id} and 0 <= (select count(*) from (
        select from payment l where l.org_id = app_org() and l.id = (
          select r.for_payment_id from payment r where r.org_id = app_org() and r.id = ${id}) for update) lost)
      for update`,
  );

export const readPayment = (tx: Tx, id: string): Promise<PaymentRow | undefined> =>
  paymentWhere(tx, sql`id = ${id}`);

const isBookingOf = (orderId: string) => sql`order_id = ${orderId} and purpose = 'booking'`;

export const bookingOf = (tx: Tx, orderId: string): Promise<PaymentRow | undefined> =>
  paymentWhere(tx, isBookingOf(orderId));

/** As `bookingOf`, and holds it. */
export const lockBookingOf = (tx: Tx, orderId: string): Promise<PaymentRow | undefined> =>
  paymentWhere(tx, sql`${isBookingOf(orderId)} for update`);

export const paymentsOf = (tx: Tx, ...orderIds: readonly string[]): Promise<PaymentRow[]> =>
  paymentsWhere(tx, sql`order_id = any(${[...orderIds]}::uuid[]) order by created_at, id`);

export const paymentOfRef = (tx: Tx, provider: string, ref: string): Promise<PaymentRow | undefined> =>
  paymentWhere(tx, sql`provider = ${provider} and provider_ref = ${ref}`);

export const shownPayment = (payment: PaymentRow): ShownPayment => ({
  id: payment.id,
  orderId: payment.orderId,
  purpose: payment.purpose,
  state: payment.state,
  amount: { minor: payment.amountMinor, currency: payment.currency },
  captured: { minor: payment.capturedMinor, currency: payment.currency },
  decline: payment.decline === null ? null : shownDecline(payment.decline),
  triesLeft: triesLeft(payment),
  createdAt: toIso(payment.createdAt),
  ...(payment.refundedMinor > 0 && {
    refunded: { minor: payment.refundedMinor, currency: payment.currency },
  }),
});
