import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import { lockOrder } from "#features/deliveries/server/public.ts";
import { hasEnded } from "../orders.ts";
import { readPayment } from "../payment-row.ts";
import type { PaymentRow } from "../payment-row.ts";
import { planRefund } from "../refunds/refund-operation.ts";
import { addRefund, refundById, saveRefundSums } from "../refunds/refund-row.ts";
import type { Desk } from "../run-operation.ts";
import { owedFor } from "./lose-hold.ts";

/** Notes that a payment is taken before its order's end. */
export const markEarly = (tx: Tx, id: string): Promise<unknown> =>
  sql`update payment set taken_early = true where org_id = app_org() and id = ${id}`.execute(tx);

/**
 * Gives back what was taken before the order's end and is not called for by it. One refund per payment: its id follows
 * from the payment's.
 *
 * @param payment locked by this transaction
 * @returns the operation to carry out
 */
export async function giveSurplusBack(
  desk: Desk,
  tx: Tx,
  orgId: string,
  payment: PaymentRow,
): Promise<string | undefined> {
  const order = await lockOrder(tx, orgId, payment.orderId);
  const lost = payment.forPaymentId === null ? payment : await readPayment(tx, payment.forPaymentId);
  if (!order || !lost || !hasEnded(order) || payment.state !== "captured") return undefined;
  const dueMinor = owedFor(order, lost);
  const amountMinor = payment.capturedMinor - payment.refundReservedMinor - dueMinor;
  const id = refundIdOf(payment.id);
  if (amountMinor <= 0 || (await refundById(tx, id))) return undefined;
  const now = desk.clock();
  await addRefund(tx, {
    id,
    paymentId: payment.id,
    amountMinor,
    reason: "not-delivered",
    note: null,
    askedBy: null,
    askedAt: now,
    state: "sending",
    providerRef: null,
    code: null,
  });
  await saveRefundSums(tx, payment, now);
  const fresh = { id: newId(now), instance: desk.instance };
  return (await planRefund(tx, now, { id, paymentId: payment.id, amountMinor }, fresh)).id;
}

/** A version 8 UUID made of the payment's own. */
function refundIdOf(paymentId: string): string {
  const hex = createHash("sha256").update(`surplus:${paymentId}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
