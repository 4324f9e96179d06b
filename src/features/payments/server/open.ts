import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import { failpoint } from "#server/failpoint.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import { orderFor, type OrderRecord } from "#features/deliveries/server/public.ts";
import type { PaymentSession } from "../contract/api.ts";
import { isCardAmount } from "#features/quotes/domain/card-amount.ts";
import { MAX_CARD_TRIES } from "../domain/limits.ts";
import { settleKey } from "../domain/settlement.ts";
import { mergeSnapshot } from "./merge/merge-snapshot.ts";
import { intentOrRefuse } from "./merge/read-and-merge.ts";
import { gateOf, isShut } from "./gate/gate-row.ts";
import { openKey, operationOf, planOperation } from "./base/operation.ts";
import { unpaidOf } from "../domain/payable.ts";
import { paymentFor } from "./base/add-payment.ts";
import { lockPayment, paymentsOf, readPayment, shownPayment } from "./base/payment-row.ts";
import type { PaymentRow } from "../domain/payment.ts";
import { runOperation } from "./operations/run-operation.ts";
import type { PaymentDeps } from "./base/payment-deps.ts";
import { admitTry } from "./tries/card-tries.ts";

interface Wish {
  readonly here?: boolean | undefined;
  readonly paymentId?: string | undefined;
}

/**
 * Opens a payment of an order, or finds it again with the same intent: the one that is asked for, else the one
 * that waits. The payment's row is written before the provider is called, and the secret leaves only after both
 * are known.
 */
export async function openPayment(
  deps: PaymentDeps,
  context: Context,
  orderId: string,
  { here = false, paymentId }: Wish = {},
): Promise<PaymentSession> {
  const { orgId } = context.actor;
  const { payment, opId } = await deps.db.as(context.actor, (tx) =>
    prepare(deps, tx, context, { orderId, paymentId }),
  );
  failpoint("open:planned");
  if (opId !== undefined) await runOperation(deps, orgId, opId);
  const ref = payment.ref ?? (await deps.db.as({ orgId }, (tx) => readPayment(tx, payment.id)))?.ref;
  if (!ref) throw await whyNotOpen(deps, orgId, payment.id);
  const opened = intentOrRefuse(await deps.provider.getIntent(ref));
  const seen = await deps.db.as({ orgId }, async (tx) => {
    const locked = await lockPayment(tx, payment.id);
    return locked && mergeSnapshot({ tx, orgId, now: context.now }, locked, opened.snapshot);
  });
  if (!seen || seen.state === "review") throw new Refusal("payments.provider-silent");
  if (!here && opened.snapshot.status === "requires_action") throw new Refusal("payments.paying-elsewhere");
  return {
    payment: shownPayment(seen),
    provider: deps.provider.id,
    ...deps.provider.clientConfig(),
    clientSecret: opened.clientSecret,
    wallets: deps.provider.wallets !== undefined,
  };
}

interface Asked {
  readonly orderId: string;
  readonly paymentId?: string | undefined;
}

async function prepare(
  deps: PaymentDeps,
  tx: Tx,
  context: Context,
  asked: Asked,
): Promise<{ payment: PaymentRow; opId: string | undefined }> {
  const payment = await payable(deps, tx, context, asked);
  if (payment.ref !== null) return { payment, opId: undefined };
  const op = await planOperation(tx, context.now, {
    paymentId: payment.id,
    kind: "open",
    logicalKey: openKey(payment.id),
    amountMinor: payment.amountMinor,
    instance: deps.instance,
  });
  failpoint("open:planning");
  return { payment, opId: op.id };
}

/** The payment that is asked for, else the booking's while it waits, then whatever else is owed; its row is held. */
async function payableFor(
  deps: PaymentDeps,
  tx: Tx,
  context: Context,
  { order, paymentId }: { readonly order: OrderRecord; readonly paymentId: string | undefined },
): Promise<PaymentRow> {
  const extra = await extraOf(tx, order, paymentId);
  const locked = extra && (await lockPayment(tx, extra.id));
  if (locked) {
    if (!unpaidOf([locked])) throw closedExtra(locked, order);
    return locked;
  }
  mayPay(order, context);
  const fresh = { id: newId(context.now), provider: deps.provider.id, now: context.now };
  return paymentFor(tx, order, fresh);
}

/** Names the order's state only for a paid one: a page takes it to mean that another tab was faster. */
function closedExtra({ state }: PaymentRow, order: OrderRecord): Refusal {
  if (state === "failed_final") return new Refusal("payments.too-many-tries");
  const isPaid = state === "authorized" || state === "captured";
  return new Refusal("payments.order-closed", isPaid ? { state: order.state } : {});
}

/** A surcharge or a recovery; `undefined` where the booking's payment is meant. @throws Refusal `payments.none` */
async function extraOf(
  tx: Tx,
  { id, state }: OrderRecord,
  paymentId: string | undefined,
): Promise<PaymentRow | undefined> {
  if (paymentId === undefined)
    return state === "pending_payment" ? undefined : unpaidOf(await paymentsOf(tx, id));
  const asked = (await paymentsOf(tx, id)).find((one) => one.id === paymentId);
  if (!asked) throw new Refusal("payments.none");
  return asked.purpose === "booking" ? undefined : asked;
}

/** The payment of an order that may still be paid, written where there is none, and held. */
async function payable(
  deps: PaymentDeps,
  tx: Tx,
  context: Context,
  { orderId, paymentId }: Asked,
): Promise<PaymentRow> {
  const order = await orderFor(context, orderId, tx);
  const payment = await payableFor(deps, tx, context, { order, paymentId });
  // First, as the intent is ended with the last try: the payer reads why.
  if (payment.declines >= MAX_CARD_TRIES || payment.state === "failed_final")
    throw new Refusal("payments.too-many-tries");
  // A payment under review is ended by a person, not by another card.
  const isOver =
    payment.state === "voided" || payment.state === "review" || payment.provider !== deps.provider.id;
  if (isOver) throw new Refusal("payments.order-closed");
  if (await operationOf(tx, settleKey(payment.id))) throw new Refusal("payments.order-closed");
  await admitTry(tx, context, { payment, order, factor: deps.limitFactor ?? 0 });
  return payment;
}

/** Our key is refused, or there was no answer. */
const whyNotOpen = (deps: PaymentDeps, orgId: string, paymentId: string): Promise<Refusal> =>
  deps.db.as({ orgId }, async (tx) => {
    const op = await operationOf(tx, openKey(paymentId));
    const shut = isShut(await gateOf(tx, deps.provider.id, deps.clock()));
    return new Refusal(
      shut || op?.outcome?.kind === "misconfigured" ? "payments.misconfigured" : "payments.provider-silent",
    );
  });

function mayPay(order: OrderRecord, context: Context): void {
  const isOver = order.expiresAt !== null && order.expiresAt <= context.now;
  if (order.state !== "pending_payment" || isOver)
    throw new Refusal("payments.order-closed", { state: isOver ? "expired" : order.state });
  if (!isCardAmount(order.total)) throw new Refusal("payments.amount-not-possible");
}
