import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import type { TimedTx, TxContext } from "#server/db/tx-context.ts";
import { postings } from "../../domain/ledger.ts";
import type { PaymentState } from "../../domain/payment-states.ts";
import { paymentStateOf, type PaymentRow, type PaymentEventType } from "../../domain/payment.ts";
import type { RefundRow } from "../../domain/refund.ts";
import type { Actor } from "#kernel/actor.ts";
import { emit } from "#server/db/events.ts";
import { readOrderRecord } from "#features/deliveries/server/public.ts";

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
 * Writes what is known and its entry in the ledger; the rooms that follow payments write theirs. `state` follows from the facts, except
 * where a hold was lost: that it ended does not say whether we released it. Once lost it stays so.
 *
 * @param before the row as it stands, locked by this transaction
 */
export async function savePayment(
  { tx, now }: TimedTx,
  before: PaymentRow,
  payment: PaymentRow,
  lost?: "expired",
): Promise<PaymentRow> {
  if (lost === undefined && JSON.stringify(before) === JSON.stringify(payment)) return before;
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
        due_minor = ${payment.dueMinor}, is_free = ${payment.isFree},
        owed_minor = ${payment.owedMinor}, written_off_minor = ${payment.writtenOffMinor},
        settled_at = ${iso(settledAt)}, version = version + 1
    where org_id = app_org() and id = ${payment.id}`.execute(tx);
  const after = { ...payment, state, settledAt, version: before.version + 1 };
  await writeLedger(tx, before, after, now);
  await followChange(tx, now, { before, after });
  return after;
}

/** Writes what a change of a payment moved, as the entry of its new version; nothing where no money moved. */
async function writeLedger(tx: Tx, before: PaymentRow, after: PaymentRow, now: Instant): Promise<void> {
  const lines = postings(before, after);
  if (lines.length === 0) return;
  await sql`
    insert into ledger_line (org_id, payment_id, version, account, minor, currency, at)
    values ${sql.join(
      lines.map(
        (line) => sql`(app_org(), ${after.id}, ${after.version}, ${line.account}, ${line.minor},
                       ${after.currency}, ${toIso(now)})`,
      ),
    )}`.execute(tx);
}

/** A change of a payment, whose row is locked by the transaction. */
export interface PaymentChange {
  readonly before: PaymentRow;
  readonly after: PaymentRow;
  /** All refunds of the payment, where one of them changed. */
  readonly refunds?: readonly RefundRow[];
}

/** A later room's part in what becomes of a payment, written in the same transaction. */
export interface Follower {
  changed?(tx: Tx, now: Instant, change: PaymentChange): Promise<void>;
  /** Follows the end of an order for a payment whose money is at rest already. */
  ended?(tx: Tx, now: Instant, payment: PaymentRow): Promise<void>;
}

let followers: readonly Follower[] | undefined;

/** Connects the rooms that follow payments, in the order in which they get a change. */
export function connectFollowers(ordered: readonly Follower[]): void {
  followers = ordered;
}

/** Without followers a payment would be captured without a receipt. */
function connected(): readonly Follower[] {
  if (!followers) throw new Error("no room is connected that follows payments");
  return followers;
}

export async function followChange(tx: Tx, now: Instant, change: PaymentChange): Promise<void> {
  for (const follower of connected()) await follower.changed?.(tx, now, change);
}

export async function followEnd(tx: Tx, now: Instant, payment: PaymentRow): Promise<void> {
  for (const follower of connected()) await follower.ended?.(tx, now, payment);
}

export const systemOf = (orgId: string): Actor => ({ kind: "system", orgId, roles: [] });

/** Stores the event of a payment's change for the office and the payer, in the transaction of the change. */
export async function emitPaymentEvent(
  { tx, orgId, now }: TxContext,
  payment: PaymentRow,
  type: PaymentEventType,
): Promise<void> {
  const order = await readOrderRecord(tx, payment.orderId);
  await emit(tx, systemOf(orgId), now, {
    aggregate: "payment",
    aggregateId: payment.id,
    type,
    data: { paymentId: payment.id, orderId: payment.orderId, state: payment.state },
    audience: { staff: true, ...(order?.payerId && { senderId: order.payerId }) },
    occurredAt: now,
  });
}
