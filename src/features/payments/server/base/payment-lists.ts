import { sql } from "kysely";
import { MINUTE_MS, toIso, type Instant } from "#kernel/instant.ts";
import { idsOf, type Tx } from "#server/db/db.ts";
import { MAX_CARD_TRIES } from "../../domain/limits.ts";
import { paymentsWhere } from "./payment-row.ts";
import type { PaymentRow } from "../../domain/payment.ts";
import { isoText } from "#server/db/iso-text.ts";
import { moneyJson } from "#server/db/money-json.ts";

/** A link may lie unpaid for weeks: its intent is asked about this often. */
const LINK_ASKED_EVERY_MS = 10 * MINUTE_MS;

/** Payments whose card form was left: nobody but us will ask what became of them. */
export function forgottenPayments(
  tx: Tx,
  provider: string,
  before: Instant,
  limit: number,
): Promise<PaymentRow[]> {
  return paymentsWhere(
    tx,
    sql`p.provider = ${provider} and p.settled_at is null
               and provider_ref is not null
               and state in ('created', 'action_required', 'failed') and created_at < ${toIso(before)}
               and (purpose = 'booking' or asked_at is null or asked_at < ${toIso(before - LINK_ASKED_EVERY_MS)})
             order by created_at limit ${limit}`,
  );
}

/**
 * Orders whose time to pay is over, those whose payment was not asked about for longest first: one in doubt keeps no
 * place of another one.
 */
export const overdueToAsk = (tx: Tx, now: Instant, limit: number): Promise<string[]> =>
  idsOf(
    tx,
    sql`
      select o.id from orders o
      left join payment p on p.org_id = o.org_id and p.order_id = o.id and p.purpose = 'booking'
      where o.org_id = app_org() and o.state = 'pending_payment' and o.expires_at <= ${toIso(now)}
      order by p.asked_at nulls first, o.id limit ${limit}`,
  );

/** Payments that a card holds, those not asked about for longest first. */
export function heldPayments(
  tx: Tx,
  provider: string,
  before: Instant,
  limit: number,
): Promise<PaymentRow[]> {
  return paymentsWhere(
    tx,
    sql`p.provider = ${provider} and p.settled_at is null
               and provider_ref is not null and state = 'authorized' and created_at < ${toIso(before)}
             order by asked_at nulls first limit ${limit}`,
  );
}

export const paymentsInReview = (tx: Tx, provider: string): Promise<PaymentRow[]> =>
  paymentsWhere(tx, sql`p.provider = ${provider} and p.state = 'review' order by p.created_at`);

export async function noteAsked(tx: Tx, id: string, now: Instant): Promise<void> {
  await sql`update payment set asked_at = ${toIso(now)} where org_id = app_org() and id = ${id}`.execute(tx);
}

/**
 * Payments whose order has ended, that are due at once, whose amount is no longer owed, or whose card was declined
 * too often, without a decided settlement.
 */
export const unsettledEnds = (tx: Tx, provider: string, limit: number): Promise<string[]> =>
  idsOf(
    tx,
    sql`
      select p.id from payment p
      join orders o on o.org_id = p.org_id and o.id = p.order_id
      left join deliveries d on d.org_id = p.org_id and d.order_id = p.order_id
      where p.org_id = app_org() and p.provider = ${provider} and p.settled_at is null
        and ((p.purpose = 'booking' and (d.state_shown in ('delivered', 'returned', 'cancelled', 'lost', 'disposed')
                                          or (d.id is null and o.state in ('cancelled', 'expired'))))
             or (p.purpose <> 'booking' and p.authorized_minor > 0)
             or (p.purpose = 'surcharge' and d.state_shown in ('cancelled', 'lost'))
             or (p.purpose = 'recovery' and exists (
                   select from payment l where l.org_id = p.org_id and l.id = p.for_payment_id
                     and l.owed_minor <= l.written_off_minor))
             or (p.tries >= ${MAX_CARD_TRIES} and p.authorized_minor = 0))
        and not exists (select from payment_op k where k.org_id = p.org_id and k.payment_id = p.id and k.logical_key = 'settle:' || p.id)
      order by p.created_at limit ${limit}`,
  );

/** Of payment `p` what every list of payments shows: how it was paid, and how much. */
export const PAID = sql`
  p.purpose, p.reason, p.state, p.way, ${moneyJson("p.amount_minor", "p.currency")} as amount,
  ${moneyJson("p.captured_minor", "p.currency")} as captured, ${moneyJson("p.refunded_minor", "p.currency")} as refunded,
  case when p.card_last4 is not null then
    json_build_object('brand', coalesce(p.card_brand, 'unknown'), 'last4', p.card_last4) end as card,
  ${isoText("p.created_at")} as "createdAt"`;
