import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { orderFor } from "#features/deliveries/server/public.ts";
import { gateOf, isShut } from "../gate/gate-row.ts";
import { isWaiting, lockOperation } from "../operation.ts";
import { askedOf } from "../payable.ts";
import type { Asked } from "../payable.ts";
import { isAtRest, lockPayment, paymentsOf } from "../payment-row.ts";
import { runOperation } from "../run-operation.ts";
import type { Desk } from "../run-operation.ts";
import { openPageOf, planLeave, turnUnderWay } from "./turn.ts";

/** Runs an operation that the caller cannot go on without. @throws Refusal where it has no clear answer */
export async function runOnce(desk: Desk, orgId: string, opId: string): Promise<void> {
  await runOperation(desk, orgId, opId);
  await desk.db.as({ orgId }, async (tx) => {
    const op = await lockOperation(tx, opId);
    if (!op || !isWaiting(op)) return;
    const isRefused =
      op.outcome?.kind === "misconfigured" || isShut(await gateOf(tx, desk.provider.id, desk.clock()));
    throw new Refusal(isRefused ? "payments.misconfigured" : "payments.provider-silent");
  });
}

/** Runs what begins or ends a turn, and ends an open page; one that was paid on is taken in instead. */
export async function leaveTurns(desk: Desk, orgId: string, paymentId: string): Promise<void> {
  const waiting = await desk.db.as({ orgId }, (tx) => turnUnderWay(tx, paymentId));
  if (waiting !== undefined) await runOperation(desk, orgId, waiting);
  const opId = await desk.db.as({ orgId }, (tx) => planEnd(desk, tx, paymentId));
  if (opId !== undefined) await runOperation(desk, orgId, opId);
}

async function planEnd(desk: Desk, tx: Tx, paymentId: string): Promise<string | undefined> {
  const payment = await lockPayment(tx, paymentId);
  const page = payment && openPageOf(payment);
  if (!payment || !page || isAtRest(payment.state) || payment.provider !== desk.provider.id) return undefined;
  return (await planLeave(tx, desk.clock(), payment, page, desk.instance)).id;
}

/**
 * Makes the card form's way free again: a page that is open elsewhere is ended where the payer asks for that.
 *
 * @param here the payer is here and not on the page any more
 * @throws Refusal `payments.on-bank-page`, `payments.provider-silent`, `payments.misconfigured`
 */
export async function comeBack(desk: Desk, context: Context, asked: Asked, here: boolean): Promise<void> {
  const found = await desk.db.as(context.actor, async (tx) => {
    const order = await orderFor(context, asked.id, tx);
    const payment = askedOf(await paymentsOf(tx, order.id), asked);
    if (!payment || isAtRest(payment.state)) return undefined;
    return { payment, waiting: await turnUnderWay(tx, payment.id, ["page", "leave"]) };
  });
  if (!found || (found.waiting === undefined && openPageOf(found.payment) === null)) return;
  const { orgId } = context.actor;
  if (found.waiting !== undefined) await runOnce(desk, orgId, found.waiting);
  const opId = await desk.db.as({ orgId }, async (tx) => {
    const payment = await lockPayment(tx, found.payment.id);
    if (payment && openPageOf(payment) !== null && !here) throw new Refusal("payments.on-bank-page");
    return planEnd(desk, tx, found.payment.id);
  });
  if (opId !== undefined) await runOnce(desk, orgId, opId);
}
