import type { Tx } from "#server/db/db.ts";
import { readOrderRecord } from "#features/deliveries/server/public.ts";
import type { IntentAbout } from "./gateway.ts";
import type { PaymentRow } from "./payment-row.ts";
import { payerAddressOf } from "./tries/card-tries.ts";

/** What the provider is told of a payment's order, which does not change: the same is told under the same key. */
export async function aboutOf(
  tx: Tx,
  orgId: string,
  { id, orderId }: Pick<PaymentRow, "id" | "orderId">,
): Promise<IntentAbout | undefined> {
  const order = await readOrderRecord(tx, orgId, orderId);
  if (!order) return undefined;
  const { label, postcode, city } = order.request.dropoff;
  return {
    orderNumber: order.number,
    recipient: { name: order.recipient.name, phone: order.recipient.phone },
    address: { line: label, postcode, city },
    payerAddress: await payerAddressOf(tx, id),
  };
}
