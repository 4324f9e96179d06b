import type { Tx } from "#server/db/db.ts";
import { readOrderRecord } from "#features/deliveries/server/public.ts";
import type { IntentAbout } from "../base/gateway.ts";
import type { Operation } from "../base/operation.ts";
import type { PaymentRow } from "../../domain/payment.ts";
import { payerAddressOf } from "../tries/card-tries.ts";

interface Opening {
  readonly op: Pick<Operation, "payerAddress">;
  readonly payment: Pick<PaymentRow, "orderId">;
}

/** Facts of a payment's order for the provider. They do not change: the same are sent under the same key. */
export async function aboutOf(
  tx: Tx,
  { op, payment: { orderId } }: Opening,
): Promise<IntentAbout | undefined> {
  const order = await readOrderRecord(tx, orderId);
  if (!order) return undefined;
  const { label, postcode, city } = order.request.dropoff;
  return {
    orderNumber: order.number,
    recipient: { name: order.recipient.name, phone: order.recipient.phone },
    address: { line: label, postcode, city },
    ...(op.payerAddress !== null && { payerAddress: op.payerAddress }),
  };
}

/** The payer's address at the first sending of a key, whoever opens the payment between that and a repeat. */
export const toldAddress = async (tx: Tx, op: Operation): Promise<string | null> =>
  op.kind === "open" && op.firstSentAt === null
    ? ((await payerAddressOf(tx, op.paymentId)) ?? null)
    : op.payerAddress;
