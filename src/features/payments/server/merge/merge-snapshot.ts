import { sql } from "kysely";
import { type Instant, toIso } from "#kernel/instant.ts";
import { first, type Tx } from "#server/db/db.ts";
import { addJob } from "#server/jobs/jobs.ts";
import { readOrderRecord } from "#features/deliveries/server/public.ts";
import { MAX_CARD_TRIES } from "../../domain/limits.ts";
import { merge } from "../../domain/merge.ts";
import {
  type PaymentRow,
  paymentStateOf,
  type PaymentEventType,
  type IntentSnapshot,
} from "../../domain/payment.ts";
import { settleKey } from "../../domain/settlement.ts";
import { logSnapshots } from "../base/snapshot-log.ts";
import { operationOf } from "../base/operation.ts";
import { confirmIfPending, dueOf, loseHold, capturableAmount } from "../base/orders.ts";
import { isAtRest, savePayment, systemOf, emitPaymentEvent } from "../base/save-payment.ts";
import { noteAnswer } from "../tries/card-tries.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import { reviewed } from "../../domain/review.ts";
import type { PaymentState } from "../../domain/payment-states.ts";

export const SETTLE_JOB = "payments.settle";

/**
 * Takes in what the provider said, under the payment's row lock: the one place where a payment changes.
 *
 * An authorised payment confirms its order here, in the same transaction, unless its release or capture was decided
 * before: then the hold is not for a booking any more.
 */
export async function mergeSnapshot(
  { tx, orgId, now }: TxContext,
  payment: PaymentRow,
  seen: IntentSnapshot,
): Promise<PaymentRow> {
  await logSnapshots({ tx, now }, payment.id, "intent", [seen]);
  const { payment: facts, events } = merge(payment, seen);
  const changed = { ...payment, ...facts };
  const lost = await isLost(tx, payment, changed);
  const after = lost
    ? await loseHold({ tx, now }, payment, changed)
    : await savePayment({ tx, now }, payment, changed);
  const declined = Math.max(0, after.declines - payment.declines);
  const isHeld = payment.authorizedMinor === 0 && after.authorizedMinor > 0;
  if (declined > 0 || isHeld) await noteAnswer(tx, now, payment.id, { declined, isHeld });
  for (const type of events) await emitPaymentEvent({ tx, orgId, now }, after, type);
  if (isTakenNow(payment, after)) await confirmIfPending(tx, systemOf(orgId), now, after.orderId);
  await confirmOrRelease(tx, orgId, now, after);
  return after;
}

/**
 * Captured as a whole in the provider's own dashboard, before we saw it held: it pays for its order all the same.
 */
const isTakenNow = (
  before: PaymentRow,
  { state, capturedMinor, amountMinor, purpose }: PaymentRow,
): boolean =>
  purpose === "booking" &&
  state === "captured" &&
  before.capturedMinor === 0 &&
  capturedMinor === amountMinor;

/** Confirms the order if it still waits; otherwise queues the hold's release. */
export async function confirmOrRelease(
  tx: Tx,
  orgId: string,
  now: Instant,
  after: PaymentRow,
): Promise<void> {
  if (isAtRest(after.state) || (await operationOf(tx, settleKey(after.id)))) return;
  if (after.state === "authorized" && after.purpose !== "booking") await queueSettlement(tx, orgId, after.id);
  else if (after.state === "authorized") {
    const confirmed = await confirmIfPending(tx, systemOf(orgId), now, after.orderId);
    if (!confirmed) await queueSettlement(tx, orgId, after.id);
  } else if (after.declines >= MAX_CARD_TRIES) await queueSettlement(tx, orgId, after.id);
}

/**
 * Whether a hold ended without us while its delivery goes on, or has ended with an amount owed: then it is lost.
 */
export async function isLost(tx: Tx, before: PaymentRow, after: PaymentRow): Promise<boolean> {
  if (before.canceledSeen || paymentStateOf(after) !== "voided" || after.authorizedMinor === 0) return false;
  const settling = await operationOf(tx, settleKey(after.id));
  if (settling) return settling.kind === "capture" && !(await isLetGo(tx, after.id));
  const order = await readOrderRecord(tx, after.orderId);
  if (order?.state !== "confirmed") return false;
  if (after.purpose !== "booking") return (await capturableAmount(tx, order, after)) > 0;
  return dueOf(order, after)?.kind !== "void";
}

/** A person released the hold after its capture was refused. */
const isLetGo = async (tx: Tx, paymentId: string): Promise<boolean> =>
  (await first(
    tx,
    sql`select from payment_op where org_id = app_org() and payment_id = ${paymentId} and kind = 'cancel'
          and state <> 'failed' limit 1`,
  )) !== undefined;

/** Asks for the one settling of a payment, in this transaction; the key makes many wishes one job. */
export const queueSettlement = (tx: Tx, orgId: string, paymentId: string): Promise<void> =>
  addJob(tx, SETTLE_JOB, { orgId, paymentId }, { key: `${SETTLE_JOB}:${paymentId}` });

const NEWS: Partial<Record<PaymentState, PaymentEventType>> = {
  authorized: "payment.authorized",
  captured: "payment.captured",
  voided: "payment.voided",
};

/**
 * Ends a review by what the provider says now, and goes on where the doubt had stopped: the order is confirmed, or what
 * was refused is decided anew.
 *
 * @param payment under review, locked by this transaction
 * @param seen undefined where the provider knows no intent of it
 * @returns undefined where the doubt stays; then nothing was written
 */
export async function leaveReview(
  { tx, orgId, now }: TxContext,
  payment: PaymentRow,
  seen: IntentSnapshot | undefined,
): Promise<PaymentRow | undefined> {
  const facts = reviewed(payment, seen);
  if (!facts) return undefined;
  const changed = { ...payment, ...facts };
  const lost = await isLost(tx, { ...payment, canceledSeen: false }, changed);
  const after = lost
    ? await loseHold({ tx, now }, payment, changed)
    : await savePayment({ tx, now }, payment, changed);
  const type = NEWS[after.state];
  if (type) await emitPaymentEvent({ tx, orgId, now }, after, type);
  if (after.state === "authorized") await takeUpSettling(tx, now, after.id);
  await confirmOrRelease(tx, orgId, now, after);
  return after;
}

/**
 * A settling that was refused while nobody knew what the provider holds is tried again: a read comes first. Not where a
 * person released the hold meanwhile.
 */
const takeUpSettling = (tx: Tx, now: Instant, paymentId: string): Promise<unknown> =>
  sql`update payment_op set state = 'sent', done_at = null, next_at = ${toIso(now)},
        outcome = coalesce(outcome, '{}') || '{"stored": true}'
      where org_id = app_org() and logical_key = ${settleKey(paymentId)} and state = 'failed'
        and not exists (select from payment_op k where k.org_id = app_org() and k.payment_id = ${paymentId}
                          and k.kind in ('capture', 'cancel') and k.state <> 'failed')`.execute(tx);
