import { sql } from "kysely";
import { Refusal } from "#kernel/refusal.ts";
import { rows, type Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { releasableMinor } from "../../domain/refund.ts";
import { settleKey } from "../../domain/settlement.ts";
import { closeFinding } from "../base/finding-row.ts";
import { operationOf, planOperation } from "../base/operation.ts";
import { readPayment } from "../base/payment-row.ts";
import type { PaymentRow } from "../../domain/payment.ts";

/**
 * Amount of a payment that may be released now; 0 where nothing is held, or where its end was decided and the
 * provider has not refused it.
 */
export async function heldMinor(tx: Tx, payment: PaymentRow): Promise<number> {
  const minor = releasableMinor(payment);
  return minor === 0 || (await isDecided(tx, payment.id)) ? 0 : minor;
}

/** Whether an operation decides what becomes of the hold: one that the provider refused does not any more. */
export const isDeciding = ({ kind, state }: { readonly kind: string; readonly state: string }): boolean =>
  (kind === "capture" || kind === "cancel") && state !== "failed";

async function isDecided(tx: Tx, paymentId: string): Promise<boolean> {
  const found = await rows(
    tx,
    sql<{ kind: string; state: string }>`
      select kind, state from payment_op where org_id = app_org() and payment_id = ${paymentId}`,
  );
  return found.some(isDeciding);
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
