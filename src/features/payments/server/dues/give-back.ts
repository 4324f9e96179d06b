import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { noteFinding } from "../findings/finding-row.ts";
import { lockPayment, savePayment } from "../payment-row.ts";
import { creditCash } from "../receipts/credit-notes.ts";

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
  for (const { id, minor, currency } of found)
    await noteFinding(tx, now, {
      kind: "cash-to-give-back",
      about: id,
      paymentId: id,
      facts: { minor, currency },
      isFixed: false,
    });
  await sql`update payment_finding f set resolved_at = ${toIso(now)}, resolution = 'gone'
            from ${joined}
            where f.org_id = app_org() and f.kind = 'cash-to-give-back' and f.resolved_at is null
              and p.org_id = f.org_id and p.id = f.payment_id and ${only} and not (${owing})`.execute(tx);
}

/**
 * Writes that what was not owed went back to whoever paid it, in cash or by bank transfer: the books follow, and a
 * credit note vouches for it.
 *
 * @throws Refusal `payments.finding-closed` where nothing is to go back any more
 */
export const recordGivenBack = (context: Context, paymentId: string): Promise<void> =>
  context.db.as(context.actor, async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    const minor = payment?.way ? payment.capturedMinor - payment.dueMinor : 0;
    if (!payment || minor <= 0) throw new Refusal("payments.finding-closed");
    const capturedMinor = payment.dueMinor;
    const canceledSeen = payment.canceledSeen || capturedMinor === 0;
    const after = { ...payment, capturedMinor, authorizedMinor: capturedMinor, canceledSeen };
    await savePayment(tx, payment, after, context.now);
    await creditCash(tx, payment, minor, context.now);
  });
