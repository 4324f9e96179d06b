import type { ParsedOf } from "#contract/endpoint.ts";
import { money, type Money } from "#kernel/money.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { type Who, readDelivery, tookPart } from "#features/deliveries/server/public.ts";
import type { Receivable, receivablesApi } from "../contract/receivables.ts";
import { cashStop, dueStateOf, openMinor } from "#features/payments/domain/due.ts";
import {
  lockBookingOf,
  lockPayment,
  notePerson,
  savePayment,
  emitPaymentEvent,
  type PaymentRow,
} from "#features/payments/server/public.ts";
import { receivableFor } from "./receivables.ts";

type Cash = ParsedOf<typeof receivablesApi.recordCash>;

export const recordCash = (cash: Cash, context: Context): Promise<Receivable> =>
  context.db.as(context.actor, (tx) => takeCash(tx, context, cash));

/** Records cash that was handed to a courier of the delivery, however late it is reported, or to dispatch. */
export async function takeCash(tx: Tx, who: Who, { id, amount }: Cash): Promise<Receivable> {
  const delivery = await readDelivery(tx, id);
  if (!delivery || (who.scope !== "org" && !tookPart(delivery, who.actor.courierId)))
    throw new Refusal("deliveries.not-found", { id });
  const payment = await lockBookingOf(tx, delivery.orderId);
  if (payment?.way && cashStop(payment.way) === undefined) throw new Refusal("payments.not-cash");
  return receive(tx, who, payment, amount);
}

/** Records a receipt of the office: a paid invoice, or cash that no courier took. */
export const recordReceived = (
  { id, amount }: ParsedOf<typeof receivablesApi.recordReceived>,
  context: Context,
): Promise<Receivable> =>
  context.db.as(context.actor, async (tx) => {
    const payment = await lockPayment(tx, id);
    if (!payment) throw new Refusal("payments.not-found");
    return receive(tx, context, payment, amount);
  });

/**
 * Writes that the whole of what is owed was received, once: whoever comes second is told.
 *
 * @param payment locked by this transaction
 */
async function receive(
  tx: Tx,
  { actor, now }: Who,
  payment: PaymentRow | undefined,
  amount: Money,
): Promise<Receivable> {
  if (!payment?.way) throw new Refusal("payments.none");
  const state = dueStateOf(payment);
  if (state === "received") throw new Refusal("payments.already-received");
  if (state === "nothing") throw new Refusal("payments.nothing-owed");
  const open = money(openMinor(payment), payment.currency);
  if (amount.minor !== open.minor || amount.currency !== open.currency)
    throw new Refusal("payments.due-changed", { dueMinor: open.minor });
  const after = await savePayment({ tx, now }, payment, {
    ...payment,
    authorizedMinor: open.minor,
    capturedMinor: open.minor,
  });
  await notePerson(tx, payment.id, "received_by", actor.userId ?? null);
  await emitPaymentEvent({ tx, orgId: actor.orgId, now }, after, "payment.captured");
  return receivableFor(tx, after, actor);
}
