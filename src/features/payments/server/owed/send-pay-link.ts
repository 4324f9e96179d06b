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
import { payLink } from "./pay-link.ts";

/**
 * Sends the link to pay what an order still owes. Where the last link's payment was given up, it is a new one.
 *
 * @throws Refusal `deliveries.not-found`, `payments.nothing-owed`
 */
export async function sendPayLink(
  publicUrl: string,
  { id }: ParsedOf<typeof owedApi.sendPayLink>,
  context: Context,
): Promise<ReplyOf<typeof owedApi.sendPayLink>> {
  const sent = await context.db.as(context.actor, async (tx) => {
    const order = await orderFor(context, id, tx);
    const payment = await owing(tx, context, order);
    if (!payment) return undefined;
    await sendLink(tx, context.actor.orgId, payment.id, context.now);
    return {
      address: await payLink(tx, context.now, publicUrl, order, payment.id),
      mailed: order.sender.email !== null,
      amount: money(payment.amountMinor, payment.currency),
    };
  });
  // Refused after it was written: what is too little for a card is noted for the office.
  if (!sent) throw new Refusal("payments.nothing-owed");
  return sent;
}

async function owing(tx: Tx, context: Context, order: OrderRecord): Promise<PaymentRow | undefined> {
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
  return undefined;
}

const isLostHold = ({ state, purpose }: PaymentRow): boolean => state === "expired" && purpose !== "recovery";
