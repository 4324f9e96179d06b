import { createHash } from "node:crypto";
import { sql } from "kysely";
import { HOUR_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import { lockOrder } from "#features/deliveries/server/public.ts";
import { hasEnded } from "../orders.ts";
import { readPayment } from "../payment-row.ts";
import type { PaymentRow } from "../payment-row.ts";
import { planRefund } from "../refunds/refund-operation.ts";
import { addRefund, refundsOf, saveRefundSums } from "../refunds/refund-row.ts";
import type { RefundRow } from "../refunds/refund-row.ts";
import type { Desk } from "../run-operation.ts";
import { owedFor } from "./lose-hold.ts";

/** Notes that a payment is taken before its order's end. */
export const markEarly = (tx: Tx, id: string): Promise<unknown> =>
  sql`update payment set taken_early = true where org_id = app_org() and id = ${id}`.execute(tx);

/** Asks of one surplus that the provider may refuse; then a person gives it back. */
export const MOST_REFUSALS = 5;
/** After a no, the next ask waits so long. */
export const AGAIN_MS = 6 * HOUR_MS;

/**
 * Gives back what was taken before the order's end and is not called for by it, one refund at a time. While the card's
 * bank has it in dispute nothing can go back. A refund's id follows from the payment's and from how many there were.
 *
 * @param payment locked by this transaction
 * @returns the operation to carry out
 */
export async function giveSurplusBack(
  desk: Desk,
  tx: Tx,
  orgId: string,
  payment: PaymentRow,
): Promise<string | undefined> {
  if (payment.state !== "captured" || payment.disputedMinor > 0) return undefined;
  const now = desk.clock();
  const before = (await refundsOf(tx, payment.id)).filter(isOfSurplus);
  const amountMinor = (await tooMuchOf(tx, orgId, payment)) - droppedOf(before);
  if (amountMinor <= 0 || !mayAsk(before, now)) return undefined;
  const id = refundIdOf(payment.id, before.length);
  await addRefund(tx, {
    id,
    paymentId: payment.id,
    amountMinor,
    reason: "not-delivered",
    note: null,
    askedBy: null,
    askedAt: now,
    state: "sending",
    providerRef: null,
    code: null,
  });
  await saveRefundSums(tx, payment, now);
  const fresh = { id: newId(now), instance: desk.instance };
  return (await planRefund(tx, now, { id, paymentId: payment.id, amountMinor }, fresh)).id;
}

/** What we have of a payment beyond what its order's end calls for. */
async function tooMuchOf(tx: Tx, orgId: string, payment: PaymentRow): Promise<number> {
  const order = await lockOrder(tx, orgId, payment.orderId);
  const lost = payment.forPaymentId === null ? payment : await readPayment(tx, payment.forPaymentId);
  if (!order || !lost || !hasEnded(order)) return 0;
  const { capturedMinor, refundReservedMinor, lostMinor } = payment;
  return capturedMinor - refundReservedMinor - lostMinor - owedFor(order, lost);
}

const isOfSurplus = ({ askedBy, reason }: RefundRow): boolean =>
  askedBy === null && reason === "not-delivered";

/** It came back from the card's bank, and a person decided that it is not owed. */
const droppedOf = (refunds: readonly RefundRow[]): number =>
  refunds.reduce((all, { state, amountMinor }) => all + (state === "dropped" ? amountMinor : 0), 0);

function mayAsk(before: readonly RefundRow[], now: Instant): boolean {
  const isUnderWay = before.some(({ state }) => state === "sending" || state === "pending");
  const refused = before.filter(({ state }) => state === "refused");
  return (
    !isUnderWay && refused.length < MOST_REFUSALS && refused.every(({ askedAt }) => askedAt + AGAIN_MS <= now)
  );
}

/** A version 8 UUID made of the payment's own. */
function refundIdOf(paymentId: string, nth: number): string {
  const name = nth === 0 ? `surplus:${paymentId}` : `surplus:${paymentId}:${nth}`;
  const hex = createHash("sha256").update(name).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
