import type { ParsedOf } from "#contract/endpoint.ts";
import { money } from "#kernel/money.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { lockOrder, orderFor, type OrderRecord, makeLinkKey } from "#features/deliveries/server/public.ts";
import type { SentLink, receivablesApi } from "../contract/receivables.ts";
import {
  lockPayment,
  paymentsOf,
  readPayment,
  unpaidOf,
  type PaymentRow,
} from "#features/payments/server/public.ts";
import { openRecovery, sendLink } from "./follow-payments.ts";
import { writeContext, type TimedTx, type TxContext } from "#server/db/tx-context.ts";

/**
 * Sends the link to pay what an order still owes. Where the last link's payment was given up, it is a new one.
 */
export async function sendPayLink(
  publicUrl: string,
  { id }: ParsedOf<typeof receivablesApi.sendPayLink>,
  context: Context,
): Promise<SentLink> {
  const sent = await context.db.as(context.actor, async (tx) => {
    const order = await orderFor(context, id, tx);
    const payment = await owing(tx, context, order);
    if (!payment) return undefined;
    return mailLink(writeContext(tx, context), publicUrl, order, payment);
  });
  // Refused after it was written: what is too little for a card is noted for the office.
  if (!sent) throw new Refusal("payments.nothing-owed");
  return sent;
}

/** Asks for the mail with the link of a payment, and says where it leads. */
export async function mailLink(
  { tx, orgId, now }: TxContext,
  publicUrl: string,
  order: OrderRecord,
  { id, amountMinor, currency }: Pick<PaymentRow, "id" | "amountMinor" | "currency">,
): Promise<SentLink> {
  await sendLink(tx, orgId, id, now);
  return {
    address: await payLink({ tx, now }, publicUrl, order, id),
    mailed: order.sender.email !== null,
    amount: money(amountMinor, currency),
  };
}

async function owing(tx: Tx, context: Context, order: OrderRecord): Promise<PaymentRow | undefined> {
  // Payments before their order, as everywhere: a new recovery hangs on the row of the lost hold.
  for (const { id } of (await paymentsOf(tx, order.id)).filter(isLostHold)) await lockPayment(tx, id);
  await lockOrder(tx, order.id);
  const all = await paymentsOf(tx, order.id);
  const standing = unpaidOf(all);
  if (standing) return standing;
  const { orgId } = context.actor;
  for (const hold of all.filter(isLostHold)) {
    const opened = await openRecovery({ tx, orgId, now: context.now }, hold);
    const fresh = opened === undefined ? undefined : await readPayment(tx, opened);
    if (fresh) return fresh;
  }
  return undefined;
}

const isLostHold = ({ state, purpose }: PaymentRow): boolean => state === "expired" && purpose !== "recovery";

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
