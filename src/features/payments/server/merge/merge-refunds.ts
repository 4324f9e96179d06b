import { newId } from "#server/ids.ts";
import type { PaymentEventType, PaymentRow } from "../../domain/payment.ts";
import { type RefundRow, type RefundSnapshot, type RefundState, refundAfter } from "../../domain/refund.ts";
import { logSnapshots } from "../base/snapshot-log.ts";
import { emitPaymentEvent } from "../base/save-payment.ts";
import { addRefund, refundsOf, saveRefundSums, setRefund } from "../base/refund-row.ts";
import type { TxContext, TimedTx } from "#server/db/tx-context.ts";

/**
 * Takes in what the provider said of a payment's refunds, under the payment's row lock. A refund that nobody here asked
 * for was given in the provider's dashboard: it counts like ours. One that comes back after days is reopened.
 *
 * @param seen one or all of them; what is not in it stays as it is
 */
export async function mergeRefunds(
  { tx, orgId, now }: TxContext,
  payment: PaymentRow,
  seen: readonly RefundSnapshot[],
): Promise<PaymentRow> {
  await logSnapshots({ tx, now }, payment.id, "refund", seen);
  const known = await refundsOf(tx, payment.id);
  const news = new Set<PaymentEventType>();
  let mismatch = false;
  for (const one of seen) {
    const fits = one.currency === payment.currency && one.intentRef === payment.ref;
    const ours = known.find(({ providerRef }) => providerRef === one.ref) ?? byOperation(known, one);
    mismatch ||= !fits || isDoubtful(one, ours, known);
    const type = fits ? await takeOne({ tx, now }, payment, one, ours) : undefined;
    if (type) news.add(type);
  }
  const after = await saveRefundSums(tx, payment, now, mismatch);
  for (const type of news) await emitPaymentEvent({ tx, orgId, now }, after, type);
  return after;
}

/**
 * A status that we do not know, one of our operations a second time, or another amount than we asked for. An operation
 * that nobody here knows was lost with a database: what it gave counts as given elsewhere.
 */
const isDoubtful = (
  seen: RefundSnapshot,
  ours: RefundRow | undefined,
  known: readonly RefundRow[],
): boolean =>
  seen.status === "unforeseen" ||
  (ours
    ? ours.amountMinor !== seen.amountMinor
    : known.some(({ opId }) => opId !== null && opId === seen.opId));

async function takeOne(
  { tx, now }: TimedTx,
  payment: PaymentRow,
  seen: RefundSnapshot,
  ours: RefundRow | undefined,
): Promise<PaymentEventType | undefined> {
  // Failed without ever having been at the provider: whatever it shows comes later.
  const before = ours?.state === "failed" && ours.providerRef === null ? "sending" : ours?.state;
  const state = refundAfter(before ?? "sending", seen.status);
  const { amountMinor, ref: providerRef, failure: code } = seen;
  const foreign = { id: newId(now), paymentId: payment.id, reason: "elsewhere", askedAt: now } as const;
  if (!ours) await addRefund(tx, { ...foreign, amountMinor, state, providerRef, code });
  else if (state !== ours.state || ours.providerRef !== providerRef)
    await setRefund(tx, ours.id, now, { state, providerRef, code });
  return newsOf(ours?.state, state);
}

/** One operation makes one refund: a second one with its name is none of ours. */
const byOperation = (known: readonly RefundRow[], { opId }: RefundSnapshot): RefundRow | undefined =>
  known.find((row) => opId !== null && row.opId === opId && row.providerRef === null);

function newsOf(before: RefundState | undefined, after: RefundState): PaymentEventType | undefined {
  if (before === after) return undefined;
  if (after === "failed") return "payment.refund_failed";
  const wasGiven = before === "pending" || before === "succeeded";
  return wasGiven ? undefined : "payment.refunded";
}
