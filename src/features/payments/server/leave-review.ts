import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { reviewed } from "../domain/review.ts";
import type { PaymentEventType, PaymentRow } from "../domain/payment.ts";
import type { PaymentState } from "../domain/payment-lifecycle.ts";
import { settleKey } from "../domain/settlement.ts";
import type { IntentSnapshot } from "../domain/snapshot.ts";
import { confirmOrRelease, isLost } from "./merge-snapshot.ts";
import { loseHold } from "./base/owed.ts";
import { savePayment } from "./base/save-payment.ts";
import { emitPaymentEvent } from "./base/payment-event.ts";
import type { TxContext } from "#server/db/tx-context.ts";

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
  const lost = await isLost(tx, orgId, { ...payment, canceledSeen: false }, changed);
  const after = lost
    ? await loseHold({ tx, orgId, now }, payment, changed)
    : await savePayment({ tx, now }, payment, changed);
  const type = NEWS[after.state];
  if (type) await emitPaymentEvent({ tx, orgId, now }, after, type);
  if (after.state === "authorized") await takeUpSettling(tx, now, after.id);
  await confirmOrRelease(tx, orgId, now, after);
  return after;
}

/**
 * A settling that was refused while nobody knew what the provider holds is tried again: a read comes first. Not where a
 * person let go of the hold meanwhile.
 */
const takeUpSettling = (tx: Tx, now: Instant, paymentId: string): Promise<unknown> =>
  sql`update payment_op set state = 'sent', done_at = null, next_at = ${toIso(now)},
        outcome = coalesce(outcome, '{}') || '{"stored": true}'
      where org_id = app_org() and logical_key = ${settleKey(paymentId)} and state = 'failed'
        and not exists (select from payment_op k where k.org_id = app_org() and k.payment_id = ${paymentId}
                          and k.kind in ('capture', 'cancel') and k.state <> 'failed')`.execute(tx);
