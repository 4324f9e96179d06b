import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { rows, type Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { lockOrder } from "#features/deliveries/server/public.ts";
import type { Refund, refundsApi } from "#features/payments/contract/refunds.ts";
import { needsSecond } from "#features/payments/domain/refund.ts";
import {
  addRefund,
  aloneMinor,
  closeFinding,
  closeMended,
  decideRefund,
  isSame,
  lockPayment,
  noteAmounts,
  owedOf,
  refundById,
  refundsOf,
  rowOf,
  savePayment,
  shownRefund,
  sumAlone,
  type PaymentRow,
  type RefundRow,
} from "#features/payments/server/public.ts";
import { creditCash } from "#features/receipts/server/public.ts";
import { writeContext, type WriteContext } from "#server/db/tx-context.ts";

/** Payments of one look; the rest is met at the next one. */
const BATCH = 500;

/**
 * Notes amounts received without a card that are not owed after all, as a finding for each payment, and closes
 * findings that are over: an end that was corrected, a refund.
 * @param paymentId this one alone; all where none is named
 */
export async function noteCashToGiveBack(tx: Tx, now: Instant, paymentId?: string): Promise<void> {
  const only = paymentId === undefined ? sql`true` : sql`p.id = ${paymentId}`;
  // As `owedOf` has it for these ends; the job that writes it on the payment may not have run yet.
  const owed = sql`case when p.purpose = 'surcharge' and d.state_shown not in ('cancelled', 'lost') and not p.is_free
                          then p.amount_minor when p.purpose = 'surcharge' or d.state_shown = 'lost' then 0
                        else least(coalesce(d.cancel_fee_minor, 0), p.amount_minor) end`;
  const owing = sql`
    p.way is not null and p.captured_minor > ${owed} and (p.is_free or d.state_shown in ('cancelled', 'lost')
      or (p.purpose = 'booking' and d.cancel_fee_minor is not null) or (d.id is null and o.state in ('cancelled', 'expired')))`;
  const joined = sql`payments p
    join orders o on o.org_id = p.org_id and o.id = p.order_id
    left join deliveries d on d.org_id = p.org_id and d.order_id = p.order_id`;
  const found = await rows(
    tx,
    sql<{ id: string; minor: number; currency: string }>`
      select p.id, p.captured_minor - ${owed} as minor, trim(p.currency) as currency from ${joined}
      where p.org_id = app_org() and ${only} and ${owing} order by p.created_at limit ${BATCH}`,
  );
  await noteAmounts(tx, now, "cash-to-give-back", found);
  const mended = await rows(
    tx,
    sql<{ id: string }>`
      select p.id from ${joined} join payment_findings f on f.org_id = p.org_id and f.payment_id = p.id
      where f.org_id = app_org() and f.kind = 'cash-to-give-back' and f.resolved_at is null and ${only}
        and not (${owing})`,
  );
  for (const { id } of mended) await closeMended(tx, now, "cash-to-give-back", id);
}

/** Effect of an order's end on amounts received without a card. Minor units. */
interface Ended {
  readonly owedMinor: number;
  readonly overpaidMinor: number;
}

/**
 * Reads it from the order itself: what stands on the payment may not have been counted yet.
 *
 * @param payment locked by this transaction
 * @throws Refusal `payments.finding-closed` where a card paid, `payments.not-ended` while the delivery goes on
 */
async function endedOf(tx: Tx, payment: PaymentRow): Promise<Ended> {
  if (payment.way === null) throw new Refusal("payments.finding-closed");
  const order = await lockOrder(tx, payment.orderId);
  const owed = order && owedOf(order, payment);
  if (!owed) throw new Refusal("payments.not-ended");
  return { owedMinor: owed.minor, overpaidMinor: payment.capturedMinor - owed.minor };
}

/**
 * Writes that what was not owed went back to whoever paid it, in cash or by bank transfer; above what one person may
 * give back alone it waits for a second one. Asked again with the same id, it is the same deed.
 *
 * @throws Refusal `payments.not-found`, `payments.refund-conflict`, `payments.not-ended`, `payments.finding-closed` where
 *   nothing is to go back any more, `payments.due-changed` where it is another amount by now, `payments.refund-exceeds`
 *   where it waits for a second person already
 */
export const giveCashBack = (
  limits: Parameters<typeof aloneMinor>[0],
  asked: ParsedOf<typeof refundsApi.giveCashBack>,
  context: Context,
): Promise<Refund> =>
  context.db.as(context.actor, async (tx) => {
    const payment = await lockPayment(tx, asked.paymentId);
    if (!payment) throw new Refusal("payments.not-found");
    const wish = { ...asked, reason: "not-delivered" as const };
    const standing = await refundById(tx, asked.id);
    if (standing && !isSame(standing, wish, payment)) throw new Refusal("payments.refund-conflict");
    if (!standing) await write(tx, payment, { ...wish, limits }, context);
    return shownRefund(tx, asked.id);
  });

async function write(
  tx: Tx,
  payment: PaymentRow,
  { limits, ...wish }: Parameters<typeof rowOf>[0] & { readonly limits: Parameters<typeof aloneMinor>[0] },
  context: Context,
): Promise<void> {
  const { currency } = payment;
  const { minor } = wish.amount;
  const ended = await endedOf(tx, payment);
  if (ended.overpaidMinor <= 0) throw new Refusal("payments.finding-closed");
  const refunds = await refundsOf(tx, payment.id);
  if (refunds.some(({ state }) => state === "cash-waiting"))
    throw new Refusal("payments.refund-exceeds", { remainingMinor: 0, currency });
  refuseOther(ended, minor);
  if (wish.amount.currency !== currency) throw new Refusal("payments.refund-conflict");
  const waits = needsSecond(minor, sumAlone(refunds), aloneMinor(limits, currency));
  await addRefund(tx, rowOf(wish, context, waits ? "cash-waiting" : "cash-back"));
  if (!waits)
    await refundInCash(writeContext(tx, context), payment, ended, { id: wish.id, amountMinor: minor });
}

/** @throws Refusal `payments.due-changed` where another amount than this is to go back by now */
function refuseOther({ overpaidMinor }: Ended, minor: number): void {
  if (overpaidMinor !== minor)
    throw new Refusal("payments.due-changed", { dueMinor: Math.max(0, overpaidMinor) });
}

/**
 * The second person agrees.
 *
 * @param refund that waits, its payment locked by this transaction
 * @throws Refusal `payments.due-changed` where another amount is to go back by now, `payments.not-ended` where the
 *   delivery goes on again
 */
export async function agreeToCashBack(
  tx: Tx,
  refund: RefundRow,
  payment: PaymentRow,
  context: Context & { readonly userId: string },
): Promise<void> {
  const ended = await endedOf(tx, payment);
  refuseOther(ended, refund.amountMinor);
  await decideRefund({ tx, now: context.now }, refund.id, context.userId, "cash-back");
  await refundInCash(writeContext(tx, context), payment, ended, refund);
}

/** The books follow, a credit note vouches for it, and the finding is closed. */
async function refundInCash(
  { tx, now, actor }: WriteContext,
  payment: PaymentRow,
  { owedMinor }: Ended,
  refund: Pick<RefundRow, "id" | "amountMinor">,
): Promise<void> {
  const canceledSeen = payment.canceledSeen || owedMinor === 0;
  const kept = { dueMinor: owedMinor, capturedMinor: owedMinor, authorizedMinor: owedMinor };
  await savePayment({ tx, now }, payment, { ...payment, ...kept, canceledSeen });
  await creditCash(tx, payment, refund, now);
  const by = { resolution: "given-back", userId: actor.userId } as const;
  await closeFinding(tx, now, { kind: "cash-to-give-back", about: payment.id }, by);
}
