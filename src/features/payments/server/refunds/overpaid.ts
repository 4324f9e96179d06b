import { sql } from "kysely";
import { DAY_MS, toIso, type Instant } from "#kernel/instant.ts";
import { first, idsOf, type Tx } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import { type RefundRow, needsSecond } from "../../domain/refund.ts";
import { lockOrder } from "#features/deliveries/server/public.ts";
import { gateOf } from "../gate/gate-row.ts";
import { hasEnded, owedFor } from "../base/orders.ts";
import { readPayment } from "../base/payment-row.ts";
import type { PaymentRow } from "../../domain/payment.ts";
import type { PaymentDeps } from "../base/payment-deps.ts";
import { aloneMinor, sumAlone } from "./ask-refund.ts";
import { refundsOf, saveRefundSums, setRefund, writeRefund } from "../base/refund-row.ts";

/**
 * Refunds what is kept of a payment beyond what its order's end calls for. Nothing goes back during a dispute or while a
 * restored database is compared; once a refund of ours failed, a person decides, as above the limit of one person.
 *
 * @param payment locked by this transaction
 * @returns the operation to carry out
 */
export async function refundOverpaid(
  deps: PaymentDeps,
  tx: Tx,
  payment: PaymentRow,
): Promise<string | undefined> {
  if (payment.state !== "captured" || payment.way !== null || payment.disputedMinor > 0) return undefined;
  const now = deps.clock();
  if ((await gateOf(tx, payment.provider, now)).frozenAt !== null) return undefined;
  const refunds = await refundsOf(tx, payment.id);
  const ours = refunds.filter(isOurs);
  if (ours.some(({ state }) => state === "failed")) return undefined;
  const amountMinor = (await overpaidOf(tx, payment)) - droppedOf(ours);
  const unowed = amountMinor < 0 ? ours.filter(({ state }) => state === "waiting") : [];
  for (const one of unowed) await setRefund(tx, one.id, now, { ...one, state: "declined" });
  if (unowed.length > 0) await saveRefundSums(tx, payment, now);
  if (amountMinor <= 0) return undefined;
  const isAbove = needsSecond(amountMinor, sumAlone(refunds), aloneMinor(deps, payment.currency));
  const waits = isAbove && (await wasKept(tx, payment));
  return writeRefund(deps, tx, payment, {
    id: newId(now),
    paymentId: payment.id,
    amountMinor,
    reason: "not-delivered",
    askedAt: now,
    state: waits ? "waiting" : "sending",
  });
}

/** Amount kept beyond what is due; negative where more is set aside than is owed. */
export async function overpaidOf(tx: Tx, payment: PaymentRow): Promise<number> {
  const order = await lockOrder(tx, payment.orderId);
  const lost = payment.forPaymentId === null ? payment : await readPayment(tx, payment.forPaymentId);
  if (!order || !lost) return 0;
  const { capturedMinor, refundReservedMinor, lostMinor } = payment;
  const dueMinor = hasEnded(order) || lost.isFree ? owedFor(order, lost) : capturedMinor;
  return capturedMinor - refundReservedMinor - lostMinor - dueMinor;
}

/** Whether an end of the order kept the money before: it was captured for that end, or the end was corrected since. */
const wasKept = async (tx: Tx, { id, orderId, purpose }: PaymentRow): Promise<boolean> =>
  (await first(
    tx,
    sql`select where ${purpose} = 'booking' and not exists (
          select from payment_finding where org_id = app_org() and payment_id = ${id} and kind = 'taken-early')
        or exists (select from deliveries d join event e on e.org_id = d.org_id and e.aggregate_id = d.id
          where d.org_id = app_org() and d.order_id = ${orderId} and e.type = 'delivery.corrected')`,
  )) !== undefined;

export const isOurs = ({ askedBy, reason }: RefundRow): boolean =>
  askedBy === null && reason === "not-delivered";

/** A person decided that it is not owed. */
const droppedOf = (refunds: readonly RefundRow[]): number =>
  refunds.reduce((all, one) => all + (isDropped(one) ? one.amountMinor : 0), 0);
const isDropped = ({ state, decidedBy }: RefundRow): boolean =>
  state === "dropped" || (state === "declined" && decidedBy !== null);

/** Longer than any dispute lasts: an older delivery's money is no longer checked. */
const LOOKED_BACK_MS = 200 * DAY_MS;

/** Amount that the end of `d` makes due: a fee comes out of the booking's money only, and so does a lower price. */
const CALLED = sql`case coalesce(l.purpose, p.purpose) when 'surcharge' then case
    when d.is_done and not coalesce(l.is_free, p.is_free) then p.amount_minor else 0 end
  else case when d.state_shown = 'lost' then 0 else coalesce(d.price_minor, 0) end end`;

/** Payments kept, or lost holds owed, for more than the end of their order calls for. */
export const overpaidAtEnd = (tx: Tx, provider: string, now: Instant, limit: number): Promise<string[]> =>
  idsOf(
    tx,
    sql`
      with d as (select order_id, state_shown, false as is_done, cancel_fee_minor as price_minor from deliveries
        where org_id = app_org() and state_shown in ('cancelled', 'lost') and created_at > ${toIso(now - LOOKED_BACK_MS)}
        union all select d.order_id, d.state_shown, true, o.total_minor from orders o
        join deliveries d on d.org_id = o.org_id and d.order_id = o.id where o.org_id = app_org() and o.lowered
          and o.created_at > ${toIso(now - LOOKED_BACK_MS)} and d.state_shown in ('delivered', 'returned', 'disposed')
        union select f.order_id, 'delivered', true, o.total_minor from payment f join orders o on o.org_id = f.org_id
          and o.id = f.order_id where f.org_id = app_org() and f.is_free and f.created_at > ${toIso(now - LOOKED_BACK_MS)})
      select p.id from d join payment p on p.org_id = app_org() and p.order_id = d.order_id and p.way is null
      left join payment l on l.org_id = p.org_id and l.id = p.for_payment_id where p.provider = ${provider}
        and (p.state = 'captured' and p.disputed_minor = 0
               and p.captured_minor - p.refund_reserved_minor - p.lost_minor > ${CALLED} + (
                 select coalesce(sum(r.amount_minor) filter (
                     where r.state = 'dropped' or r.state = 'declined' and r.decided_by is not null), 0) from refund_request r
                 where r.org_id = p.org_id and r.payment_id = p.id and r.asked_by is null
                   and r.reason = 'not-delivered')
               and not exists (
                 select from refund_request r where r.org_id = p.org_id and r.payment_id = p.id
                   and r.asked_by is null and r.state = 'failed' and r.reason = 'not-delivered')
             or p.owed_minor > greatest(${CALLED}, p.written_off_minor)
               and not exists (
                 select from payment r join payment_op k on k.org_id = r.org_id and k.payment_id = r.id
                 where r.org_id = p.org_id and r.for_payment_id = p.id and k.kind = 'capture'))
      order by p.created_at limit ${limit}`,
  );
