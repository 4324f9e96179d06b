import { PAY_WAYS, type PayWay } from "#features/payments/domain/due.ts";
import { isZero } from "#kernel/money.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { ParsedOf } from "#contract/endpoint.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import { confirmOrder, lockOrder, orderFor, type OrderRecord } from "#features/deliveries/server/public.ts";
import type { Receivable, receivablesApi } from "../contract/receivables.ts";
import { bookingOf, paymentFor, systemOf } from "#features/payments/server/public.ts";
import { receivablesOf, shownReceivable } from "./receivables.ts";

/** Ways to pay that the operator allows; none where cards are taken. */
export const noWays: readonly PayWay[] = [];
export const someWays: readonly PayWay[] = PAY_WAYS.filter((way) => way !== "invoice");

/**
 * Books an order that is paid without a card: who owes what is written and the delivery made in one transaction.
 * Choosing the same way again changes nothing.
 */
export function chooseWay(
  ways: readonly PayWay[],
  { id, way }: ParsedOf<typeof receivablesApi.chooseWay>,
  context: Context,
): Promise<Receivable> {
  const { actor, now, db } = context;
  return db.as(actor, async (tx) => {
    const seen = await orderFor(context, id, tx);
    const order = (await lockOrder(tx, id)) ?? seen;
    const chosen = async () => (await receivablesOf(tx, [order.id])).find(({ kind }) => kind === way);
    const known = await chosen();
    if (known) return known;
    mayChoose(ways, way, order, context);
    // A card was tried for it before cards were given up here.
    if (await bookingOf(tx, order.id)) throw new Refusal("payments.order-closed");
    await bookBy(way, order, { tx, now, orgId: actor.orgId });
    return (await chosen()) ?? nothingOwed(order, way);
  });
}

/** Books an unpaid order that no card pays for: the debt and the delivery are written in the caller's transaction. */
export async function bookBy(way: PayWay, order: OrderRecord, { tx, orgId, now }: TxContext): Promise<void> {
  if (!isZero(order.total)) await paymentFor(tx, order, { id: newId(now), provider: "none", now, way });
  await confirmOrder(tx, systemOf(orgId), now, order.id);
}

function mayChoose(
  ways: readonly PayWay[],
  way: PayWay,
  order: OrderRecord,
  { actor, now }: Pick<Context, "actor" | "now">,
): void {
  const isOver = order.expiresAt !== null && order.expiresAt <= now;
  if (order.state !== "pending_payment" || isOver)
    throw new Refusal("payments.order-closed", { state: isOver ? "expired" : order.state });
  if (!ways.includes(way)) throw new Refusal("payments.way-not-offered");
  if (way === "invoice" && actor.userId === undefined) throw new Refusal("payments.invoice-needs-account");
}

const nothingOwed = ({ id: orderId, total }: OrderRecord, kind: PayWay): Receivable =>
  shownReceivable(
    { orderId, currency: total.currency, writtenOffMinor: 0, settledAt: null },
    { kind, state: "nothing", owedMinor: 0, outstandingMinor: 0 },
  );
