import { Refusal } from "#kernel/refusal.ts";
import type { Context } from "#server/http/route.ts";
import type { Tx } from "#server/db/db.ts";
import { orderFor, readOrderRecord } from "#features/deliveries/server/public.ts";
import type { Payment } from "../contract/api.ts";
import { askedOf, type Asked } from "../domain/payable.ts";
import { lockPayment, paymentsOf, shownPayment, paymentsWhere } from "./base/payment-row.ts";
import { isAtRest } from "./base/save-payment.ts";
import type { PaymentRow } from "../domain/payment.ts";
import type { PaymentDeps } from "./base/payment-deps.ts";
import { sql } from "kysely";
import { HOUR_MS, toIso, type Instant } from "#kernel/instant.ts";
import { pullKnown, readAndMerge } from "./merge/read-and-merge.ts";
import { UNREAD_DISPUTE, markLooked } from "./base/refund-row.ts";
import { closeMended, noteFinding } from "./base/finding-row.ts";

/**
 * Asks the provider what became of a payment. The browser's own word is never taken: an intent that the provider says
 * is held confirms the order, once.
 */
export async function checkPayment(deps: PaymentDeps, context: Context, asked: Asked): Promise<Payment> {
  const { orgId } = context.actor;
  const { payment, shown } = await ownPayment(deps, context, asked);
  if (payment.ref === null || isAtRest(payment.state)) return shown;
  const { asks } = await readAndMerge(deps, orgId, payment);
  const now = await deps.db.as({ orgId }, async (tx) =>
    shownNow(tx, (await lockPayment(tx, payment.id)) ?? payment),
  );
  return { ...now, ...(asks && { asks }) };
}

export async function showPayment(deps: PaymentDeps, context: Context, asked: Asked): Promise<Payment> {
  return (await ownPayment(deps, context, asked)).shown;
}

/**
 * Reads the order after its payment: it may have ended while the provider was asked. A hold that came after the order's
 * end pays for nothing: it is being released.
 */
async function shownNow(tx: Tx, payment: PaymentRow): Promise<Payment> {
  if (payment.state !== "authorized") return shownPayment(payment);
  const order = await readOrderRecord(tx, payment.orderId);
  const isForNothing = !order || order.deliveryId === null;
  return shownPayment(isForNothing ? { ...payment, state: "voided" } : payment);
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
    return { payment, shown: await shownNow(tx, payment) };
  });

/** A later time than that was written by a clock that ran ahead. */
const AHEAD_MS = 2 * HOUR_MS;

/** Captured payments with a pending refund, an open dispute, or a refund refused for a dispute, not read since. */
export const openAfterCapture = (
  tx: Tx,
  provider: string,
  before: Instant,
  limit: number,
): Promise<PaymentRow[]> =>
  paymentsWhere(
    tx,
    sql`p.provider = ${provider} and p.captured_minor > 0
        and p.id in (
          select r.payment_id from refund_request r
          where r.org_id = app_org() and r.state = 'pending'
            and coalesce(r.looked_at, r.changed_at) < ${toIso(before)}
          union all
          select r.payment_id from refund_request r where r.org_id = app_org() and ${UNREAD_DISPUTE}
          union all
          select u.payment_id from dispute u
          where u.org_id = app_org() and u.state in ('inquiry', 'open')
            and (u.as_of < ${toIso(before)} or u.as_of > ${toIso(before + AHEAD_MS)}))
        order by p.created_at limit ${limit}`,
  );

/** Asks about the refunds and disputes of a taken payment; one that is missing there is not asked about every minute. */
export async function askAfter(deps: PaymentDeps, orgId: string, payment: PaymentRow): Promise<void> {
  const { ref } = payment;
  const isMissing = (await pullKnown(deps, orgId, payment)) === "missing";
  await deps.db.as({ orgId }, async (tx) => {
    const now = deps.clock();
    if (!isMissing) return ref === null ? undefined : closeMended(tx, now, "missing", ref);
    await noteMissing(tx, now, payment);
    await markLooked(tx, payment.id, now);
    await sql`update dispute set as_of = ${toIso(now)}
              where org_id = app_org() and payment_id = ${payment.id}`.execute(tx);
  });
}

export const noteMissing = (tx: Tx, now: Instant, { id, ref }: PaymentRow): Promise<void> =>
  noteFinding(tx, now, { kind: "missing", about: ref ?? "", paymentId: id, facts: { kind: "intent" } });
