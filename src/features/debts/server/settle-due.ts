import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import type { RoomJobs } from "#server/jobs/jobs.ts";
import type { RoomParts } from "#server/room.ts";
import { readOrderRecord } from "#features/deliveries/server/public.ts";
import {
  emitPaymentEvent,
  lockPayment,
  onEnds,
  owedOf,
  paymentsIn,
  savePayment,
} from "#features/payments/server/public.ts";
import { noteCashToGiveBack } from "./refund-cash.ts";

const DUE_JOB = "payments.settle-due";

export const dueJobs = (parts: Pick<RoomParts, "db" | "clock">): RoomJobs => ({
  jobs: {
    [DUE_JOB]: async (payload) => {
      const orgId = String(payload["orgId"]);
      for (const id of await paymentsIn(parts, orgId, payload))
        await parts.db.as({ orgId }, (tx) => settleDue(tx, orgId, id, parts.clock()));
    },
  },
  reactions: onEnds(DUE_JOB),
});

/**
 * Writes what an order's end made due where no card pays: the price, the fee, or nothing. An end that was corrected is
 * counted anew; what was received stays received.
 */
export async function settleDue(tx: Tx, orgId: string, paymentId: string, now: Instant): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment?.way) return;
  const order = await readOrderRecord(tx, payment.orderId);
  const owed = order && owedOf(order, payment);
  const dueMinor = owed?.minor ?? 0;
  const canceledSeen = owed?.minor === 0 && payment.capturedMinor === 0;
  if (dueMinor !== payment.dueMinor || canceledSeen !== payment.canceledSeen) {
    const after = await savePayment({ tx, now }, payment, { ...payment, dueMinor, canceledSeen });
    if (after.state === "voided") await emitPaymentEvent({ tx, orgId, now }, after, "payment.voided");
  }
  await noteCashToGiveBack(tx, now, paymentId);
}
