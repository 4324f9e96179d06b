import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";

/** Something of a payment that our books and the provider's list say different things about. */
export interface Difference {
  readonly kind: "movement-missing" | "movement-differs" | "movement-foreign";
  readonly part: "charge" | "refund" | "dispute";
  readonly ref: string;
  readonly paymentId: string | null;
  /** What our books say, and what the list comes to; in minor units of `currency`. */
  readonly ours: number;
  readonly theirs: number;
  readonly currency: string;
}

/**
 * Where our captures, refunds and disputes are not what the provider's list comes to, part by part, or where the list
 * has what this install marked and our books have not. What others moved in the same account is none.
 *
 * @param before nothing that moved later, in our books or there, is compared
 */
export const differences = (
  tx: Tx,
  provider: string,
  before: Instant,
  limit: number,
): Promise<Difference[]> =>
  rows(
    tx,
    sql<Difference>`
      with ours as (
        select 'charge' as part, p.provider_ref as ref, p.id as payment_id, p.currency, p.captured_minor as minor
        from payment p
        where p.org_id = app_org() and p.provider = ${provider} and p.way is null and p.captured_minor > 0
          and p.provider_ref is not null
        union all
        select 'refund', r.provider_ref, p.id, p.currency,
          case when r.state in ('pending', 'succeeded') then -r.amount_minor else 0 end
        from refund_request r join payment p on p.org_id = r.org_id and p.id = r.payment_id
        where r.org_id = app_org() and p.provider = ${provider} and r.provider_ref is not null
        union all
        select 'dispute', d.provider_ref, p.id, p.currency, -d.withdrawn_minor - d.fee_minor
        from dispute d join payment p on p.org_id = d.org_id and p.id = d.payment_id
        where d.org_id = app_org() and p.provider = ${provider}
      ), theirs as (
        select split_part(m.kind, '-', 1) as part, coalesce(m.about_ref, m.intent_ref) as ref, m.intent_ref,
          sum(m.settles_minor)::bigint as minor, min(m.asked_currency) as currency,
          count(distinct m.asked_currency) as currencies, max(m.made_at) as at, max(m.marked_for) as marked_for
        from balance_movement m
        where m.org_id = app_org() and m.provider = ${provider} and m.asked_minor is not null
          and m.kind not in ('fee', 'payout', 'other')
        group by 1, 2, 3
      ), unlike as (
        select coalesce(o.part, t.part) as part, coalesce(o.ref, t.ref) as ref, o.payment_id, t.intent_ref, t.at,
          t.marked_for, coalesce(o.minor, 0) as ours, coalesce(t.minor, 0) as theirs,
          coalesce(o.currency, t.currency) as currency,
          case when t.ref is null then 'movement-missing' when o.ref is null then 'movement-foreign'
               else 'movement-differs' end as kind
        from ours o full join theirs t on t.part = o.part and t.ref = o.ref
        where coalesce(o.minor, 0) <> coalesce(t.minor, 0) or t.currencies > 1
          or (o.currency is not null and t.currency <> o.currency)
      )
      select u.kind, u.part, u.ref, p.id as "paymentId", u.ours::bigint as ours, u.theirs, trim(u.currency) as currency
      from unlike u
      left join payment p on p.org_id = app_org() and p.provider = ${provider}
        and (p.id = u.payment_id or (u.payment_id is null
          and (p.provider_ref = u.intent_ref or u.intent_ref = any(p.left_refs))))
      where (p.id is not null or u.marked_for is not null)
        and (u.at is null or u.at < ${toIso(before)})
        and not exists (select from ledger_line l
                        where l.org_id = app_org() and l.payment_id = p.id and l.at >= ${toIso(before)})
      order by u.ref limit ${limit}`,
  );
