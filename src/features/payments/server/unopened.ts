import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import { first, type Tx } from "#server/db/db.ts";
import { isAtRest, savePayment } from "./base/save-payment.ts";
import type { PaymentRow } from "../domain/payment.ts";
import { runOperation } from "./operations/run-operation.ts";
import type { PaymentDeps } from "./base/payment-deps.ts";
import { emitPaymentEvent } from "./base/payment-event.ts";

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
