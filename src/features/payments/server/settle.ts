import { type Instant, toIso } from "#kernel/instant.ts";
import { type Tx, first } from "#server/db/db.ts";
import { failpoint } from "#server/failpoint.ts";
import { readOrderRecord } from "#features/deliveries/server/public.ts";
import { MAX_CARD_TRIES } from "../domain/limits.ts";
import { settleKey, type Settlement } from "../domain/settlement.ts";
import { followEnd, isAtRest, savePayment, emitPaymentEvent } from "./base/save-payment.ts";
import { isWaiting, operationOf } from "./base/operation.ts";
import { dueOf, dropUnopened, extraDue, planSettlement } from "./base/orders.ts";
import { lockPayment } from "./base/payment-row.ts";
import type { PaymentRow } from "../domain/payment.ts";
import { runOperation } from "./operations/run-operation.ts";
import type { PaymentDeps } from "./base/payment-deps.ts";
import { refundOverpaid } from "./refunds/overpaid.ts";
import { sql } from "kysely";

/**
 * Brings the money of an ended order to rest: capture what is due, release the rest. Asked any number of times, by
 * events and by the sweeper, it decides once: the operation's logical key is `settle:<payment>`.
 */
export async function settlePayment(deps: PaymentDeps, orgId: string, paymentId: string): Promise<void> {
  await runOpening(deps, orgId, paymentId);
  const opId = await deps.db.as({ orgId }, (tx) => decide(deps, tx, orgId, paymentId));
  failpoint("settle:decided");
  if (opId !== undefined) await runOperation(deps, orgId, opId);
}

/** Decides under the payment's row lock. `undefined`: nothing to do, or not yet. */
async function decide(
  deps: PaymentDeps,
  tx: Tx,
  orgId: string,
  paymentId: string,
): Promise<string | undefined> {
  const payment = await lockPayment(tx, paymentId);
  if (payment?.provider !== deps.provider.id) return undefined;
  if (isAtRest(payment.state)) return afterRest(deps, tx, payment);
  if (payment.ref === null) {
    await endUnopened(deps, tx, orgId, payment);
    return undefined;
  }
  const standing = await operationOf(tx, settleKey(paymentId));
  if (standing) return isWaiting(standing) && standing.nextAt <= deps.clock() ? standing.id : undefined;
  const settlement = await dueFor(tx, payment);
  if (!settlement) return undefined;
  return (await planSettlement(deps, tx, payment, settlement)).id;
}

/** Closes a payment whose order ended before an intent existed at the provider. */
async function endUnopened(deps: PaymentDeps, tx: Tx, orgId: string, payment: PaymentRow): Promise<void> {
  if (!(await dueFor(tx, payment)) || (await dropUnopened(tx, payment, deps.clock()))) return;
  await endEmpty(tx, orgId, deps.clock(), payment);
}

async function afterRest(deps: PaymentDeps, tx: Tx, payment: PaymentRow): Promise<string | undefined> {
  await followEnd(tx, deps.clock(), payment);
  return refundOverpaid(deps, tx, payment);
}

/** Settlement of the hold by the order's end; `undefined` while it goes on and the card may still be tried. */
async function dueFor(tx: Tx, payment: PaymentRow): Promise<Settlement | undefined> {
  const isGivenUp = payment.declines >= MAX_CARD_TRIES && payment.authorizedMinor === 0;
  if (payment.purpose !== "booking")
    return (await extraDue(tx, payment)) ?? (isGivenUp ? { kind: "void" } : undefined);
  const order = await readOrderRecord(tx, payment.orderId);
  const due = order && dueOf(order, payment);
  return due ?? (isGivenUp ? { kind: "void" } : undefined);
}

/** Runs the opening of a payment that has no answer yet. */
export async function runOpening(deps: PaymentDeps, orgId: string, paymentId: string): Promise<void> {
  const opening = await deps.db.as({ orgId }, (tx) =>
    first(
      tx,
      sql<{ id: string }>`select id from payment_op
        where org_id = app_org() and payment_id = ${paymentId} and kind = 'open' and state in ('pending', 'sent')
        order by created_at limit 1`,
    ),
  );
  if (opening) await runOperation(deps, orgId, opening.id);
}

/**
 * Ends a booking's payment that has nothing at the provider: it was never opened, or the provider said no to it.
 *
 * @param payment locked by this transaction
 * @returns whether it is at rest now
 */
export async function endEmpty(tx: Tx, orgId: string, now: Instant, payment: PaymentRow): Promise<boolean> {
  if (isAtRest(payment.state)) return true;
  if (payment.ref !== null || payment.purpose !== "booking") return false;
  const opening = await first(
    tx,
    sql`select from payment_op where org_id = app_org() and payment_id = ${payment.id} and kind = 'open'
          and state in ('pending', 'sent', 'review') limit 1`,
  );
  if (opening) return false;
  const after = await savePayment({ tx, now }, payment, { ...payment, canceledSeen: true });
  await emitPaymentEvent({ tx, orgId, now }, after, "payment.voided");
  return true;
}

/** Drops an opening that never left. @param payment locked by this transaction */
export const dropUnsent = (tx: Tx, now: Instant, paymentId: string): Promise<unknown> =>
  sql`update payment_op set state = 'failed', outcome = '{"kind": "unneeded"}', done_at = ${toIso(now)}
      where org_id = app_org() and payment_id = ${paymentId} and kind = 'open' and state = 'pending'
        and sent_at is null`.execute(tx);
