import type { Instant } from "#kernel/instant.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { readOrderRecord } from "#features/deliveries/server/public.ts";
import { lockPayment, owedOf, savePayment, emitPaymentEvent } from "#features/payments/server/public.ts";
import { noteCashToGiveBack } from "./refund-cash.ts";

interface DueDeps {
  readonly db: Db;
  readonly clock: () => Instant;
}

/**
 * Writes what an order's end made due where no card pays: the price, the fee, or nothing. An end that was corrected is
 * counted anew; what was received stays received.
 */
export const settleDue = ({ db, clock }: DueDeps, orgId: string, paymentId: string): Promise<void> =>
  db.as({ orgId }, (tx) => settleIn(tx, orgId, paymentId, clock()));

async function settleIn(tx: Tx, orgId: string, paymentId: string, now: Instant): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment?.way) return;
  const order = await readOrderRecord(tx, orgId, payment.orderId);
  const owed = order && owedOf(order, payment);
  const dueMinor = owed?.minor ?? 0;
  const canceledSeen = owed?.minor === 0 && payment.capturedMinor === 0;
  if (dueMinor === payment.dueMinor && canceledSeen === payment.canceledSeen)
    return noteCashToGiveBack(tx, now, paymentId);
  const after = await savePayment({ tx, now }, payment, { ...payment, dueMinor, canceledSeen });
  if (after.state === "voided") await emitPaymentEvent({ tx, orgId, now }, after, "payment.voided");
  await noteCashToGiveBack(tx, now, paymentId);
}
