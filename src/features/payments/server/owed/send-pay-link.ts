import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { money } from "#kernel/money.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { lockOrder, orderFor } from "#features/deliveries/server/public.ts";
import type { OrderRecord } from "#features/deliveries/server/public.ts";
import type { owedApi } from "../../contract/owed.ts";
import { unpaidOf } from "../payable.ts";
import { lockPayment, paymentsOf, readPayment } from "../payment-row.ts";
import type { PaymentRow } from "../payment-row.ts";
import { openRecovery, sendLink } from "./lose-hold.ts";

/**
 * Sends the link to pay what an order still owes. Where the last link's payment was given up, it is a new one.
 *
 * @throws Refusal `deliveries.not-found`, `payments.nothing-owed`
 */
export const sendPayLink = (
  publicUrl: string,
  { id }: ParsedOf<typeof owedApi.sendPayLink>,
  context: Context,
): Promise<ReplyOf<typeof owedApi.sendPayLink>> =>
  context.db.as(context.actor, async (tx) => {
    const order = await orderFor(context, id, tx);
    const payment = await owing(tx, context, order);
    await sendLink(tx, context.actor.orgId, payment.id, context.now);
    return {
      address: payAddress(publicUrl, order.id),
      mailed: order.sender.email !== null,
      amount: money(payment.amountMinor, payment.currency),
    };
  });

/** Where an order is paid. */
export const payAddress = (publicUrl: string, orderId: string): string => `${publicUrl}/book/pay/${orderId}`;

async function owing(tx: Tx, context: Context, order: OrderRecord): Promise<PaymentRow> {
  // Payments before their order, as everywhere: a new recovery hangs on the row of the lost hold.
  for (const { id } of (await paymentsOf(tx, order.id)).filter(isLostHold)) await lockPayment(tx, id);
  await lockOrder(tx, context.actor.orgId, order.id);
  const all = await paymentsOf(tx, order.id);
  const standing = unpaidOf(all);
  if (standing) return standing;
  for (const lost of all.filter(isLostHold)) {
    const opened = await openRecovery(tx, context.actor.orgId, context.now, lost, order);
    const fresh = opened === undefined ? undefined : await readPayment(tx, opened);
    if (fresh) return fresh;
  }
  throw new Refusal("payments.nothing-owed");
}

const isLostHold = ({ state, purpose }: PaymentRow): boolean => state === "expired" && purpose !== "recovery";
