import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { money, type Money } from "#kernel/money.ts";
import { type Tx, first } from "#server/db/db.ts";
import {
  confirmOrder,
  expireOrder,
  lockOrder,
  type OrderRecord,
  readOrderRecord,
} from "#features/deliveries/server/public.ts";
import {
  owedAt,
  settleKey,
  settlementOf,
  type SettleCause,
  type Settlement,
} from "../../domain/settlement.ts";
import { writeContext, type TimedTx } from "#server/db/tx-context.ts";
import { sql } from "kysely";
import { noteFinding } from "./finding-row.ts";
import { planOperation, type Operation } from "./operation.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { readPayment } from "./payment-row.ts";
import { savePayment } from "./save-payment.ts";
import type { PaymentRow } from "../../domain/payment.ts";

/**
 * Confirms the order, unless it was before. `false`: it ended unpaid, so the hold is to be released.
 */
export async function confirmIfPending(tx: Tx, actor: Actor, now: Instant, id: string): Promise<boolean> {
  const order = await lockOrder(tx, id);
  if (order?.state === "pending_payment") await confirmOrder(tx, actor, now, id);
  return order !== undefined && !hasEndedUnpaid(order);
}

/** Expires the order if it still waits. The caller made sure that the provider will hold nothing for it any more. */
export async function expireIfPending(tx: Tx, actor: Actor, now: Instant, id: string): Promise<void> {
  const order = await lockOrder(tx, id);
  if (order?.state === "pending_payment") await expireOrder(writeContext(tx, { actor, now }), id);
}

interface OrderEnd {
  readonly cause: SettleCause;
  /** Read only for `cancelled`. */
  readonly fee?: Money;
}

const ENDS: readonly SettleCause[] = ["delivered", "returned", "disposed", "lost", "cancelled"];

/** How an order's story ended for its money; `undefined` while it goes on. */
function endOf(order: OrderRecord): OrderEnd | undefined {
  if (hasEndedUnpaid(order)) return { cause: "unpaid" };
  const fee = money(order.cancelFeeMinor ?? 0, order.total.currency);
  // Money released at cancelling is not taken again where the delivery was reopened: the rest is asked for beside it.
  const isCapped = order.cancelFeeMinor !== null && order.deliveryState !== "lost";
  const cause = isCapped ? "cancelled" : ENDS.find((one) => one === order.deliveryState);
  return cause && { cause, fee };
}

/** Its story is over, for its money. */
export const hasEnded = (order: OrderRecord): boolean => endOf(order) !== undefined;

/** Amount promised for a booking: an order that was changed may cost less than its card holds, never more. */
const promisedMinor = ({ total }: OrderRecord, held: { readonly amountMinor: number }): number =>
  Math.min(held.amountMinor, total.minor);

/**
 * Settlement of a booking's hold by its order's end; `undefined` while it goes on. Fees are taken of no other
 * payment. An `end` may be assumed.
 */
export function dueOf(
  order: OrderRecord,
  held: { readonly authorizedMinor: number; readonly amountMinor: number; readonly currency: string },
  end = endOf(order),
): Settlement | undefined {
  const amounts = {
    authorized: money(held.authorizedMinor, held.currency),
    total: money(promisedMinor(order, held), held.currency),
  };
  return end && settlementOf(end.cause, amounts, end.fee);
}

/** Amount due by an order's end where no card pays; `undefined` while it goes on. */
export function owedOf(
  order: OrderRecord,
  promised: Pick<PaymentRow, "amountMinor" | "currency" | "purpose" | "isFree">,
): Money | undefined {
  if (promised.purpose === "surcharge") return money(surchargeMinor(order, promised), promised.currency);
  const end = endOf(order);
  return end && owedAt(end.cause, money(promised.amountMinor, promised.currency), end.fee);
}

/** It was cancelled or ran out before anything was held for it. */
export const hasEndedUnpaid = (order: OrderRecord): boolean =>
  order.deliveryState === null && (order.state === "cancelled" || order.state === "expired");

/**
 * Writes that a hold is gone before it was taken, and what the order owes in its place; debts opens the payment that
 * makes it good.
 *
 * @param before the row as it stands, locked by this transaction
 */
export async function loseHold(
  { tx, now }: TimedTx,
  before: PaymentRow,
  payment: PaymentRow,
): Promise<PaymentRow> {
  const order = await readOrderRecord(tx, payment.orderId);
  const owedMinor = order && payment.purpose !== "recovery" ? owedFor(order, payment) : payment.owedMinor;
  return savePayment({ tx, now }, before, { ...payment, owedMinor }, "expired");
}

/** Amount that an order owes for a lost hold: as its end makes due, else the whole amount. */
export function owedFor(order: OrderRecord, payment: PaymentRow): number {
  if (payment.purpose === "surcharge") return surchargeMinor(order, payment);
  const due = dueOf(order, payment);
  if (due === undefined) return promisedMinor(order, payment);
  return due.kind === "void" ? 0 : due.amount.minor;
}

const surchargeMinor = (order: OrderRecord, owed: Pick<PaymentRow, "amountMinor" | "isFree">): number =>
  owed.isFree || isUndone(order) ? 0 : owed.amountMinor;

/** Amount that a surcharge or a recovery may still capture: a surcharge as asked, a recovery as owed. */
export async function capturableAmount(tx: Tx, order: OrderRecord, payment: PaymentRow): Promise<number> {
  if (payment.purpose === "surcharge") return owedFor(order, payment);
  const lost = payment.forPaymentId === null ? undefined : await readPayment(tx, payment.forPaymentId);
  return lost ? outstandingOf(tx, lost) : 0;
}

/** Orders that were never carried out: what was to come on top of them is not owed. */
const isUndone = ({ state, deliveryState }: OrderRecord): boolean =>
  deliveryState === "cancelled" ||
  deliveryState === "lost" ||
  (deliveryState === null && state !== "confirmed");

/** Part of a lost hold that is neither paid nor written off. */
export async function outstandingOf(tx: Tx, lost: PaymentRow): Promise<number> {
  const paid = await first(
    tx,
    sql<{ minor: number }>`
      select coalesce(sum(captured_minor), 0)::bigint as minor from payment
      where org_id = app_org() and for_payment_id = ${lost.id}`,
  );
  return lost.owedMinor - lost.writtenOffMinor - (paid?.minor ?? 0);
}

/**
 * Decides about a surcharge or a recovery: captured at once when it is held, released when nothing is owed any
 * more. Decided under the order's lock, as is every change of what is owed.
 */
export async function extraDue(tx: Tx, payment: PaymentRow): Promise<Settlement | undefined> {
  const order = await lockOrder(tx, payment.orderId);
  if (!order) return undefined;
  const minor = await capturableAmount(tx, order, payment);
  if (minor <= 0) return { kind: "void" };
  if (payment.authorizedMinor === 0) return undefined;
  const amount = money(Math.min(minor, payment.authorizedMinor), payment.currency);
  return { kind: "capture", amount };
}

/** Whether the provider may know of a payment. */
export const isKnown = async (tx: Tx, id: string): Promise<boolean> =>
  (await first(tx, sql`select 1 from payment_op where org_id = app_org() and payment_id = ${id} limit 1`)) !==
  undefined;

/** A link that nobody followed, for what is not owed any more: the provider does not know of it, and never will. */
export async function dropUnopened(tx: Tx, payment: PaymentRow, now: Instant): Promise<boolean> {
  if (payment.purpose === "booking" || (await isKnown(tx, payment.id))) return false;
  await savePayment({ tx, now }, payment, { ...payment, canceledSeen: true });
  return true;
}

/** Writes the settling of a payment, or finds the one that stands; what is too little for a card is noted. */
export async function planSettlement(
  deps: Pick<PaymentDeps, "clock" | "instance">,
  tx: Tx,
  payment: PaymentRow,
  settlement: Settlement,
): Promise<Operation> {
  const now = deps.clock();
  if (settlement.kind === "void" && settlement.waived)
    await noteWaived(tx, now, payment.id, settlement.waived);
  return planOperation(tx, now, {
    paymentId: payment.id,
    kind: settlement.kind === "capture" ? "capture" : "cancel",
    logicalKey: settleKey(payment.id),
    amountMinor: settlement.kind === "capture" ? settlement.amount.minor : null,
    instance: deps.instance,
  });
}

const noteWaived = (tx: Tx, now: Instant, paymentId: string, fee: Money): Promise<void> =>
  noteFinding(tx, now, {
    kind: "fee-waived",
    about: `${paymentId} ${fee.minor} ${fee.currency}`,
    paymentId,
    facts: { ...fee },
    isFixed: true,
  });
