import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { IS_OURS } from "./ours.ts";

/**
 * Writes what the provider's list comes to in each currency, beside what the ledger says is with the provider: what is
 * there, and what is in our books and not in the list yet.
 */
export async function noteStanding(tx: Tx, provider: string, now: Instant): Promise<void> {
  await sql`delete from balance_standing where org_id = app_org() and provider = ${provider}`.execute(tx);
  await sql`
    insert into balance_standing (org_id, provider, currency, taken_minor, given_back_minor, disputed_minor, fees_minor,
      others_minor, others, paid_out_minor, there_minor, on_its_way_minor, ledger_minor, read_at)
    with moved as (
      select m.*, ${IS_OURS} as is_ours from balance_movement m
      where m.org_id = app_org() and m.provider = ${provider}
    ), there as (
      select currency,
        coalesce(sum(gross_minor) filter (where is_ours and kind = 'charge'), 0) as taken,
        -coalesce(sum(gross_minor) filter (where is_ours and kind like 'refund%'), 0) as given_back,
        -coalesce(sum(gross_minor) filter (where is_ours and kind like 'dispute%'), 0) as disputed,
        coalesce(sum(case when is_ours then fee_minor when kind = 'fee' then -net_minor end), 0) as fees,
        coalesce(sum(net_minor) filter (where not is_ours and kind not in ('fee', 'payout')), 0) as others,
        count(*) filter (where not is_ours and kind not in ('fee', 'payout')) as count,
        -coalesce(sum(net_minor) filter (where kind = 'payout'), 0) as paid_out,
        sum(net_minor) as net
      from moved group by currency
    ), coming as (
      select currency, sum(minor) as minor from (
        select currency, captured_minor - refunded_minor + refunded_by_bank_minor - disputed_minor - lost_minor
          - dispute_fee_minor as minor
        from payment where org_id = app_org() and provider = ${provider} and way is null
        union all
        select asked_currency, -settles_minor from moved where is_ours) parts group by currency
    ), booked as (
      select l.currency, sum(l.minor) as minor from ledger_line l
      left join payment p on p.org_id = l.org_id and p.id = l.payment_id
      left join balance_movement m on m.org_id = l.org_id and m.id = l.movement_id
      where l.org_id = app_org() and l.account = 'provider' and coalesce(p.provider, m.provider) = ${provider}
      group by l.currency
    )
    select app_org(), ${provider}, c.currency, coalesce(t.taken, 0), coalesce(t.given_back, 0), coalesce(t.disputed, 0),
      coalesce(t.fees, 0), coalesce(t.others, 0), coalesce(t.count, 0), coalesce(t.paid_out, 0), coalesce(t.net, 0),
      coalesce(w.minor, 0), coalesce(b.minor, 0), ${toIso(now)}
    from (select currency from there union select currency from coming union select currency from booked) c
    left join there t using (currency) left join coming w using (currency) left join booked b using (currency)
    where t.net is not null or w.minor <> 0 or b.minor <> 0`.execute(tx);
}
