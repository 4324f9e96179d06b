import { sql } from "kysely";
import { Refusal } from "#kernel/refusal.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import { releasableMinor } from "../../domain/refund.ts";
import { settleKey } from "../../domain/settlement.ts";
import { closeFinding } from "../findings/finding-row.ts";
import { operationOf, planOperation } from "../operation.ts";
import { readPayment } from "../payment-row.ts";
import type { PaymentRow } from "../payment-row.ts";

/**
 * What of a payment may be let go now; 0 where nothing is held, or where its end was decided and the provider has not
 * refused it.
 */
export async function heldMinor(tx: Tx, payment: PaymentRow): Promise<number> {
  const minor = releasableMinor(payment);
  return minor === 0 || (await isDecided(tx, payment.id)) ? 0 : minor;
}

async function isDecided(tx: Tx, paymentId: string): Promise<boolean> {
  const found = await first(
    tx,
    sql`select from payment_op where org_id = app_org() and payment_id = ${paymentId}
          and kind in ('capture', 'cancel') and state <> 'failed' limit 1`,
  );
  return found !== undefined;
}

/**
 * Writes the release as the one settling of the payment; where the provider refused the settling before, as one of its
 * own.
 *
 * @throws Refusal `payments.release-late` where the hold is not there as it was asked for
 */
export async function planRelease(
  tx: Tx,
  payment: PaymentRow,
  { id, amountMinor }: { readonly id: string; readonly amountMinor: number },
  { now, instance }: { readonly now: number; readonly instance: string },
): Promise<string> {
  if ((await heldMinor(tx, payment)) !== amountMinor) throw new Refusal("payments.release-late");
  const wasRefused = (await operationOf(tx, settleKey(payment.id))) !== undefined;
  const op = await planOperation(tx, now, {
    id: newId(now),
    paymentId: payment.id,
    kind: "cancel",
    logicalKey: wasRefused ? `release:${id}` : settleKey(payment.id),
    amountMinor: null,
    instance,
  });
  return op.id;
}

/** The finding of a payment that a release brought out of its review is this person's work. */
export async function closeReview(tx: Tx, paymentId: string, { actor, now }: Context): Promise<void> {
  const payment = await readPayment(tx, paymentId);
  if (payment === undefined || payment.state === "review") return;
  await closeFinding(
    tx,
    now,
    { kind: "payment-review", about: paymentId },
    { resolution: "released", userId: actor.userId },
  );
}
