import type { Actor } from "#kernel/actor.ts";
import { emit } from "#server/db/events.ts";
import { readOrderRecord } from "#features/deliveries/server/public.ts";
import type { PaymentEventType, PaymentRow } from "../../domain/payment.ts";
import type { TxContext } from "#server/db/tx-context.ts";

export const systemOf = (orgId: string): Actor => ({ kind: "system", orgId, roles: [] });

/** Stores the event of a payment's change for the office and the payer, in the transaction of the change. */
export async function emitPaymentEvent(
  { tx, orgId, now }: TxContext,
  payment: PaymentRow,
  type: PaymentEventType,
): Promise<void> {
  const order = await readOrderRecord(tx, orgId, payment.orderId);
  await emit(tx, systemOf(orgId), now, {
    aggregate: "payment",
    aggregateId: payment.id,
    type,
    data: { paymentId: payment.id, orderId: payment.orderId, state: payment.state },
    audience: { staff: true, ...(order?.payerId && { senderId: order.payerId }) },
    occurredAt: now,
  });
}
