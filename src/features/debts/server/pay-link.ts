import { makeLinkKey, type OrderRecord } from "#features/deliveries/server/public.ts";
import type { TimedTx } from "#server/db/tx-context.ts";

/**
 * The link to pay this payment with. Who booked without an account gets a key of their own in it, after the sign that
 * browsers keep to themselves.
 */
export async function payLink(
  { tx, now }: TimedTx,
  publicUrl: string,
  order: Pick<OrderRecord, "id" | "payerId">,
  paymentId: string,
): Promise<string> {
  const address = `${publicUrl}/book/pay/${order.id}`;
  if (order.payerId !== null) return address;
  return `${address}#key=${await makeLinkKey(tx, now, { orderId: order.id, paymentId })}`;
}
