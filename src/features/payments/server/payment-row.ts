import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { sum } from "#kernel/money.ts";
import type { Money } from "#kernel/money.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { OrderRecord } from "#features/deliveries/server/public.ts";
import type { Payment as ShownPayment } from "../contract/api.ts";
import { shownDecline } from "../contract/decline-problems.ts";
import { MAX_CARD_TRIES } from "../domain/limits.ts";
import { writeLedger } from "./ledger.ts";
import { issueReceipts } from "./receipts/issue.ts";
import type { PaymentState } from "../domain/payment-lifecycle.ts";
import { paymentStateOf, triesLeft } from "../domain/payment.ts";
import type { Payment } from "../domain/payment.ts";

/** One payment of one order, as it is kept. Amounts in minor units of its currency. */
export interface PaymentRow extends Payment {
  readonly orderId: string;
  readonly state: PaymentState;
  readonly provider: string;
  /** The tax within the amount, frozen with it. */
  readonly taxMinor: number;
  readonly refundedMinor: number;
  /** What refunds have set aside, given back or not yet. */
  readonly refundReservedMinor: number;
  /** Of what was given back: from our own bank account. */
  readonly refundedByBankMinor: number;
  /** Withdrawn by disputes that are not decided. */
  readonly disputedMinor: number;
  readonly disputeFeeMinor: number;
  /** Counts the changes of the row. */
  readonly version: number;
  readonly createdAt: Instant;
  /** When its money came to rest. */
  readonly settledAt: Instant | null;
}

interface Row {
  id: string;
  order_id: string;
  state: PaymentRow["state"];
  provider: string;
  provider_ref: string | null;
  amount_minor: number;
  tax_minor: number;
  refunded_minor: number;
  refund_reserved_minor: number;
  refunded_by_bank_minor: number;
  disputed_minor: number;
  lost_minor: number;
  dispute_fee_minor: number;
  version: number;
  authorized_minor: number;
  captured_minor: number;
  currency: string;
  canceled_seen: boolean;
  mismatch: boolean;
  decline: string | null;
  tries: number;
  action_at: number;
  capture_before: Instant | null;
  card_brand: string | null;
  card_last4: string | null;
  created_at: Instant;
  settled_at: Instant | null;
}

const toPayment = (row: Row): PaymentRow => ({
  id: row.id,
  orderId: row.order_id,
  state: row.state,
  provider: row.provider,
  ref: row.provider_ref,
  amountMinor: row.amount_minor,
  taxMinor: row.tax_minor,
  refundedMinor: row.refunded_minor,
  refundReservedMinor: row.refund_reserved_minor,
  refundedByBankMinor: row.refunded_by_bank_minor,
  disputedMinor: row.disputed_minor,
  lostMinor: row.lost_minor,
  disputeFeeMinor: row.dispute_fee_minor,
  version: row.version,
  authorizedMinor: row.authorized_minor,
  capturedMinor: row.captured_minor,
  currency: row.currency,
  decline: row.decline,
  declines: row.tries,
  canceledSeen: row.canceled_seen,
  mismatch: row.mismatch,
  actionAt: row.action_at,
  captureBefore: row.capture_before,
  card: row.card_last4 === null ? null : { brand: row.card_brand ?? "unknown", last4: row.card_last4 },
  createdAt: row.created_at,
  settledAt: row.settled_at,
});

/** Holds the payment's row until the transaction ends: every change of it stands in this queue. */
export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow | undefined> {
  const row = await first(
    tx,
    sql<Row>`select * from payment where org_id = app_org() and id = ${id} for update`,
  );
  return row && toPayment(row);
}

export async function readPayment(tx: Tx, id: string): Promise<PaymentRow | undefined> {
  const row = await first(tx, sql<Row>`select * from payment where org_id = app_org() and id = ${id}`);
  return row && toPayment(row);
}

export async function paymentOf(tx: Tx, orderId: string): Promise<PaymentRow | undefined> {
  const row = await first(
    tx,
    sql<Row>`select * from payment where org_id = app_org() and order_id = ${orderId}`,
  );
  return row && toPayment(row);
}

export async function paymentOfRef(tx: Tx, provider: string, ref: string): Promise<PaymentRow | undefined> {
  const row = await first(
    tx,
    sql<Row>`select * from payment
             where org_id = app_org() and provider = ${provider} and provider_ref = ${ref}`,
  );
  return row && toPayment(row);
}

export async function lockPaymentOf(tx: Tx, orderId: string): Promise<PaymentRow | undefined> {
  const row = await first(
    tx,
    sql<Row>`select * from payment where org_id = app_org() and order_id = ${orderId} for update`,
  );
  return row && toPayment(row);
}

const taxOf = ({ price, total }: Pick<OrderRecord, "price" | "total">): Money =>
  sum(
    price.taxes.map((tax) => tax.amount),
    total.currency,
  );

/** Writes the one payment of an order, or finds the one that stands, and holds it. */
export async function paymentFor(
  tx: Tx,
  order: Pick<OrderRecord, "id" | "total" | "price">,
  fresh: { readonly id: string; readonly provider: string; readonly now: Instant },
): Promise<PaymentRow> {
  await sql`
    insert into payment (org_id, id, order_id, state, provider, amount_minor, tax_minor, currency, created_at)
    values (app_org(), ${fresh.id}, ${order.id}, 'created', ${fresh.provider}, ${order.total.minor},
            ${taxOf(order).minor}, ${order.total.currency}, ${toIso(fresh.now)})
    on conflict (org_id, order_id) do nothing`.execute(tx);
  const row = await lockPaymentOf(tx, order.id);
  if (!row) throw new Error("a payment vanished");
  return row;
}

/** States in which no money moves any more. `review` is a person's to leave. */
const AT_REST: ReadonlySet<PaymentState> = new Set([
  "captured",
  "voided",
  "expired",
  "charged_back",
  "review",
]);
export const isAtRest = (state: PaymentState): boolean => AT_REST.has(state);

/**
 * Writes what is known, what that moved into the ledger, and the receipt for it. `state` follows from the facts, except
 * where a hold was lost: that it ended does not say whether we let it go. Once lost it stays so.
 *
 * @param before the row as it stands, locked by this transaction
 */
export async function savePayment(
  tx: Tx,
  before: PaymentRow,
  payment: PaymentRow,
  now: Instant,
  lost?: "expired",
): Promise<PaymentRow> {
  const follows = paymentStateOf(payment);
  const state = lost ?? (before.state === "expired" && follows === "voided" ? "expired" : follows);
  const iso = (at: Instant | null): string | null => (at === null ? null : toIso(at));
  const settledAt = isAtRest(state) ? (payment.settledAt ?? now) : null;
  await sql`
    update payment
    set state = ${state}, provider_ref = ${payment.ref},
        authorized_minor = ${payment.authorizedMinor}, captured_minor = ${payment.capturedMinor},
        canceled_seen = ${payment.canceledSeen}, mismatch = ${payment.mismatch}, action_at = ${payment.actionAt},
        decline = ${payment.decline}, tries = ${payment.declines}, capture_before = ${iso(payment.captureBefore)},
        card_brand = ${payment.card?.brand ?? null}, card_last4 = ${payment.card?.last4 ?? null},
        refunded_minor = ${payment.refundedMinor}, refund_reserved_minor = ${payment.refundReservedMinor},
        refunded_by_bank_minor = ${payment.refundedByBankMinor}, disputed_minor = ${payment.disputedMinor},
        lost_minor = ${payment.lostMinor}, dispute_fee_minor = ${payment.disputeFeeMinor},
        settled_at = ${iso(settledAt)}, version = version + 1
    where org_id = app_org() and id = ${payment.id}`.execute(tx);
  const after = { ...payment, state, settledAt, version: before.version + 1 };
  await writeLedger(tx, before, after, now);
  await issueReceipts(tx, before, after, now);
  return after;
}

/** Payments whose card form was left: nobody but us will ask what became of them. */
export async function forgottenPayments(
  tx: Tx,
  provider: string,
  before: Instant,
  limit: number,
): Promise<PaymentRow[]> {
  const found = await rows(
    tx,
    sql<Row>`select * from payment
             where org_id = app_org() and provider = ${provider} and settled_at is null
               and provider_ref is not null
               and state in ('created', 'action_required', 'failed') and created_at < ${toIso(before)}
             order by created_at limit ${limit}`,
  );
  return found.map(toPayment);
}

/** Payments that a card holds, those not asked about for longest first. */
export async function heldPayments(
  tx: Tx,
  provider: string,
  before: Instant,
  limit: number,
): Promise<PaymentRow[]> {
  const found = await rows(
    tx,
    sql<Row>`select * from payment
             where org_id = app_org() and provider = ${provider} and settled_at is null
               and provider_ref is not null and state = 'authorized' and created_at < ${toIso(before)}
             order by asked_at nulls first limit ${limit}`,
  );
  return found.map(toPayment);
}

export async function noteAsked(tx: Tx, id: string, now: Instant): Promise<void> {
  await sql`update payment set asked_at = ${toIso(now)} where org_id = app_org() and id = ${id}`.execute(tx);
}

/** Payments whose order has ended, or whose card was declined too often, and nobody has decided to settle. */
export async function unsettledEnds(tx: Tx, provider: string, limit: number): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ id: string }>`
      select p.id from payment p
      join sales_order o on o.org_id = p.org_id and o.id = p.order_id
      left join delivery d on d.org_id = p.org_id and d.order_id = p.order_id
      where p.org_id = app_org() and p.provider = ${provider} and p.settled_at is null
        and (d.state_shown in ('delivered', 'returned', 'cancelled', 'lost', 'disposed')
             or (d.id is null and o.state in ('cancelled', 'expired'))
             or (p.tries >= ${MAX_CARD_TRIES} and p.authorized_minor = 0))
        and not exists (select from payment_op k where k.org_id = p.org_id and k.logical_key = 'settle:' || p.id)
      order by p.created_at limit ${limit}`,
  );
  return found.map((row) => row.id);
}

/** What a caller may know of it. */
export const shownPayment = (payment: PaymentRow): ShownPayment => ({
  id: payment.id,
  orderId: payment.orderId,
  state: payment.state,
  amount: { minor: payment.amountMinor, currency: payment.currency },
  captured: { minor: payment.capturedMinor, currency: payment.currency },
  decline: payment.decline === null ? null : shownDecline(payment.decline),
  triesLeft: triesLeft(payment),
  createdAt: toIso(payment.createdAt),
});
