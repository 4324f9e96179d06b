import { MINUTE_MS, type Instant } from "#kernel/instant.ts";
import { newId } from "#server/ids.ts";
import { type DisputeSnapshot, disputeSums, supersedes } from "../../domain/dispute.ts";
import type { PaymentEventType, PaymentRow } from "../../domain/payment.ts";
import { logSnapshots } from "../base/snapshot-log.ts";
import { savePayment, emitPaymentEvent } from "../base/save-payment.ts";
import { disputesOf, keepDispute, type DisputeRow } from "../base/dispute-row.ts";
import type { TxContext } from "#server/db/tx-context.ts";

/**
 * Merges snapshots of a payment's disputes, under the payment's row lock, and books amounts withdrawn, returned
 * and charged.
 * @param askedAt when the question left; an answer to an earlier one changes nothing
 */
export async function mergeDisputes(
  { tx, orgId, now }: TxContext,
  payment: PaymentRow,
  seen: readonly DisputeSnapshot[],
  askedAt: Instant,
): Promise<PaymentRow> {
  await logSnapshots({ tx, now }, payment.id, "dispute", seen);
  const known = new Map((await disputesOf(tx, payment.id)).map((row) => [row.ref, row]));
  const news = new Set<PaymentEventType>();
  let { mismatch } = payment;
  for (const one of seen) {
    const fits = one.currency === payment.currency && one.intentRef === payment.ref;
    mismatch ||= !fits || one.state === null;
    if (!fits) continue;
    const before = known.get(one.ref);
    const row = rowOf(one, before, { paymentId: payment.id, askedAt, now });
    if (!supersedes({ ...row, at: askedAt }, before && { ...before, at: trustedTime(before, now) })) continue;
    known.set(one.ref, row);
    await keepDispute(tx, row);
    const type = newsOf(before, row);
    if (type) news.add(type);
  }
  const changed: PaymentRow = { ...payment, mismatch, ...disputeSums([...known.values()]) };
  const after = await savePayment({ tx, now }, payment, changed);
  for (const type of news) await emitPaymentEvent({ tx, orgId, now }, after, type);
  return after;
}

/** Clocks of two processes differ by less. */
const CLOCK_ROOM_MS = 5 * MINUTE_MS;

/** Time of the last snapshot; one that a clock running ahead wrote counts as older than any other. */
const trustedTime = ({ asOf }: DisputeRow, now: Instant): Instant => (asOf > now + CLOCK_ROOM_MS ? 0 : asOf);

/** A state that the provider invented later leaves what was known; a person looks. */
function rowOf(
  { intentRef: _ref, currency: _currency, state, ...facts }: DisputeSnapshot,
  before: DisputeRow | undefined,
  origin: { readonly paymentId: string; readonly askedAt: Instant; readonly now: Instant },
): DisputeRow {
  return {
    ...facts,
    id: before?.id ?? newId(origin.now),
    paymentId: origin.paymentId,
    state: state ?? before?.state ?? "open",
    asOf: origin.askedAt,
  };
}

function newsOf(before: DisputeRow | undefined, after: DisputeRow): PaymentEventType | undefined {
  const isOver = after.state === "won" || after.state === "lost";
  if (!before) return isOver ? "payment.dispute_closed" : "payment.disputed";
  if (before.state === after.state) return undefined;
  return isOver ? "payment.dispute_closed" : "payment.disputed";
}
