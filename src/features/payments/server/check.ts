import { Refusal } from "#kernel/refusal.ts";
import { failpoint } from "#server/failpoint.ts";
import type { Context } from "#server/http/route.ts";
import type { Tx } from "#server/db/db.ts";
import { orderFor, readOrderRecord } from "#features/deliveries/server/public.ts";
import type { Payment } from "../contract/api.ts";
import { mergeSnapshot } from "./merge-snapshot.ts";
import { intentOrRefuse } from "./open.ts";
import { askedOf, type Asked } from "../domain/payable.ts";
import { lockPayment, paymentsOf, shownPayment } from "./base/payment-row.ts";
import { isAtRest } from "./base/save-payment.ts";
import type { PaymentRow } from "../domain/payment.ts";
import { readRefundsAndDisputes } from "./read-after-capture.ts";
import type { PaymentDeps } from "./base/payment-deps.ts";

/**
 * Asks the provider what became of a payment. The browser's own word is never taken: an intent that the provider says
 * is held confirms the order, once.
 *
 * @throws Refusal `deliveries.not-found`, `payments.none`, `payments.provider-silent`
 */
export async function checkPayment(deps: PaymentDeps, context: Context, asked: Asked): Promise<Payment> {
  const { orgId } = context.actor;
  const { payment, shown } = await ownPayment(deps, context, asked);
  if (payment.ref === null || isAtRest(payment.state)) return shown;
  const { asks } = await look(deps, orgId, payment);
  const now = await deps.db.as({ orgId }, async (tx) =>
    shownNow(tx, orgId, (await lockPayment(tx, payment.id)) ?? payment),
  );
  return { ...now, ...(asks && { asks }) };
}

/** The payment as last known. @throws Refusal `deliveries.not-found`, `payments.none` */
export async function showPayment(deps: PaymentDeps, context: Context, asked: Asked): Promise<Payment> {
  return (await ownPayment(deps, context, asked)).shown;
}

/**
 * Reads the order after its payment: it may have ended while the provider was asked. A hold that came after the order's
 * end pays for nothing: it is being released.
 */
async function shownNow(tx: Tx, orgId: string, payment: PaymentRow): Promise<Payment> {
  if (payment.state !== "authorized") return shownPayment(payment);
  const order = await readOrderRecord(tx, orgId, payment.orderId);
  const isForNothing = !order || order.deliveryId === null;
  return shownPayment(isForNothing ? { ...payment, state: "voided" } : payment);
}

/** Reads the intent, once taken also its refunds and disputes, and takes it in. @throws Refusal `payments.provider-silent`, also for another provider's payment */
export const readAndMerge = async (
  deps: PaymentDeps,
  orgId: string,
  payment: PaymentRow,
): Promise<PaymentRow | undefined> => (await look(deps, orgId, payment)).seen;

/** As `readAndMerge`, and whether the card's bank waits for its holder at this moment: our books only know that it once did. */
async function look(
  deps: PaymentDeps,
  orgId: string,
  payment: PaymentRow,
): Promise<{ readonly seen: PaymentRow | undefined; readonly asks: boolean }> {
  if (payment.provider !== deps.provider.id) throw new Refusal("payments.provider-silent");
  const { snapshot } = intentOrRefuse(await deps.provider.getIntent(payment.ref ?? ""));
  failpoint("pull:read");
  const after = await deps.db.as({ orgId }, async (tx) => {
    const locked = await lockPayment(tx, payment.id);
    return locked && mergeSnapshot({ tx, orgId, now: deps.clock() }, locked, snapshot);
  });
  const seen = after && after.capturedMinor > 0 ? await readRefundsAndDisputes(deps, orgId, after) : after;
  return { seen, asks: snapshot.status === "requires_action" };
}

const ownPayment = (
  deps: PaymentDeps,
  context: Context,
  asked: Asked,
): Promise<{ readonly payment: PaymentRow; readonly shown: Payment }> =>
  deps.db.as(context.actor, async (tx) => {
    const order = await orderFor(context, asked.id, tx);
    const payment = askedOf(await paymentsOf(tx, order.id), asked);
    if (!payment) throw new Refusal("payments.none");
    return { payment, shown: await shownNow(tx, context.actor.orgId, payment) };
  });
