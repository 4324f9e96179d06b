import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Refund, refundsApi } from "../../contract/refunds.ts";
import { needsSecond } from "../../domain/refund.ts";
import { closeFinding, noteAmounts } from "../findings/finding-row.ts";
import { lockPayment, savePayment } from "../payment-row.ts";
import type { PaymentRow } from "../payment-row.ts";
import { creditCash } from "../receipts/credit-notes.ts";
import { aloneMinor, rowOf, sumAlone } from "../refunds/ask-refund.ts";
import { addRefund, decideRefund, refundById, refundsOf } from "../refunds/refund-row.ts";
import type { RefundRow } from "../refunds/refund-row.ts";
import { shownRefund } from "../refunds/shown-refund.ts";

/** Payments of one look; the rest is met at the next one. */
const BATCH = 500;

/**
 * Notes what was received without a card and is not owed after all, as a finding for each payment, and closes what is
 * not so any more: an end that was corrected, money that was given back.
 *
 * @param paymentId this one alone; all where none is named
 */
export async function noteCashToGiveBack(tx: Tx, now: Instant, paymentId?: string): Promise<void> {
  const only = paymentId === undefined ? sql`true` : sql`p.id = ${paymentId}`;
  const owing = sql`
    p.way is not null and p.captured_minor > p.due_minor and (d.state_shown in ('cancelled', 'lost')
      or (d.id is null and o.state in ('cancelled', 'expired')))`;
  const joined = sql`payment p
    join sales_order o on o.org_id = p.org_id and o.id = p.order_id
    left join delivery d on d.org_id = p.org_id and d.order_id = p.order_id`;
  const found = await rows(
    tx,
    sql<{ id: string; minor: number; currency: string }>`
      select p.id, p.captured_minor - p.due_minor as minor, trim(p.currency) as currency from ${joined}
      where p.org_id = app_org() and ${only} and ${owing} order by p.created_at limit ${BATCH}`,
  );
  await noteAmounts(tx, now, "cash-to-give-back", found);
  await sql`update payment_finding f set resolved_at = ${toIso(now)}, resolution = 'gone'
            from ${joined}
            where f.org_id = app_org() and f.kind = 'cash-to-give-back' and f.resolved_at is null
              and p.org_id = f.org_id and p.id = f.payment_id and ${only} and not (${owing})`.execute(tx);
}

/** What is here of a payment without a card and not owed. */
const surplusOf = ({ way, capturedMinor, dueMinor }: PaymentRow): number =>
  way === null ? 0 : capturedMinor - dueMinor;

/**
 * Writes that what was not owed went back to whoever paid it, in cash or by bank transfer; above what one person may
 * give back alone it waits for a second one. Asked again with the same id, it is the same deed.
 *
 * @throws Refusal `payments.not-found`, `payments.refund-conflict`, `payments.finding-closed` where nothing is to go
 *   back any more, `payments.refund-exceeds` where it waits for a second person already
 */
export const giveCashBack = (
  limits: Parameters<typeof aloneMinor>[0],
  { paymentId, id }: ParsedOf<typeof refundsApi.giveCashBack>,
  context: Context,
): Promise<Refund> =>
  context.db.as(context.actor, async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!payment) throw new Refusal("payments.not-found");
    const standing = await refundById(tx, id);
    if (standing && standing.paymentId !== paymentId) throw new Refusal("payments.refund-conflict");
    if (!standing) await write(limits, tx, payment, id, context);
    return shownRefund(tx, id);
  });

async function write(
  limits: Parameters<typeof aloneMinor>[0],
  tx: Tx,
  payment: PaymentRow,
  id: string,
  context: Context,
): Promise<void> {
  const { id: paymentId, currency } = payment;
  const minor = surplusOf(payment);
  if (minor <= 0) throw new Refusal("payments.finding-closed");
  const refunds = await refundsOf(tx, paymentId);
  if (refunds.some(({ state }) => state === "cash-waiting"))
    throw new Refusal("payments.refund-exceeds", { remainingMinor: 0, currency });
  const waits = needsSecond(minor, sumAlone(refunds), aloneMinor(limits, currency));
  const asked = { id, paymentId, amount: { minor, currency }, reason: "not-delivered" as const };
  await addRefund(tx, rowOf(asked, context, waits ? "cash-waiting" : "cash-back"));
  if (!waits) await goBack(tx, payment, { id, amountMinor: minor }, context);
}

/**
 * The second person agrees.
 *
 * @param refund that waits, its payment locked by this transaction
 * @throws Refusal `payments.due-changed` where another amount is to go back by now
 */
export async function agreeToCashBack(
  tx: Tx,
  refund: RefundRow,
  payment: PaymentRow,
  context: Context & { readonly userId: string },
): Promise<void> {
  const minor = surplusOf(payment);
  if (minor !== refund.amountMinor)
    throw new Refusal("payments.due-changed", { dueMinor: Math.max(0, minor) });
  await decideRefund(tx, refund.id, context.now, context.userId, "cash-back");
  await goBack(tx, payment, refund, context);
}

/** The books follow, a credit note vouches for it, and the finding is closed. */
async function goBack(
  tx: Tx,
  payment: PaymentRow,
  refund: Pick<RefundRow, "id" | "amountMinor">,
  { now, actor }: Context,
): Promise<void> {
  const capturedMinor = payment.dueMinor;
  const canceledSeen = payment.canceledSeen || capturedMinor === 0;
  const after = { ...payment, capturedMinor, authorizedMinor: capturedMinor, canceledSeen };
  await savePayment(tx, payment, after, now);
  await creditCash(tx, payment, refund, now);
  const by = { resolution: "given-back", userId: actor.userId } as const;
  await closeFinding(tx, now, { kind: "cash-to-give-back", about: payment.id }, by);
}
