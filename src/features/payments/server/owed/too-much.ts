import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { closeGone, noteAmounts } from "../findings/finding-row.ts";
import { AGAIN_MS, MOST_REFUSALS } from "./surplus.ts";

/** Findings of one look; the rest is met at the next one. */
const BATCH = 500;

/** What the end of `d` calls for: a fee comes out of the booking's money only. */
const called = sql`
  case when d.state_shown = 'lost' or coalesce(l.purpose, p.purpose) = 'surcharge' then 0
       else coalesce(d.cancel_fee_minor, 0) end`;

const ended = sql`
  payment p
  join delivery d on d.org_id = p.org_id and d.order_id = p.order_id and d.state_shown in ('cancelled', 'lost')
  left join payment l on l.org_id = p.org_id and l.id = p.for_payment_id`;

const kept = sql`p.captured_minor - p.refund_reserved_minor - p.lost_minor - ${called}`;

/** Payments taken early of which more is kept than their end calls for; `s`: what was tried to give it back. */
const surplus = sql`
  ${ended}
  cross join lateral (
    select count(*) filter (where r.state = 'refused') as refusals,
      max(r.asked_at) filter (where r.state = 'refused') as refused_at,
      count(*) filter (where r.state in ('sending', 'pending')) as under_way,
      coalesce(sum(r.amount_minor) filter (where r.state = 'dropped'), 0) as dropped
    from refund_request r
    where r.org_id = p.org_id and r.payment_id = p.id and r.asked_by is null and r.reason = 'not-delivered') s
  where p.org_id = app_org() and p.taken_early and p.state = 'captured' and p.disputed_minor = 0
    and ${kept} > 0 and ${kept} > s.dropped and s.under_way = 0`;

/** Payments taken early, or owed, for more than the end of their order calls for, of which something can go back now. */
export async function tooMuchAtEnd(tx: Tx, provider: string, now: Instant, limit: number): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ id: string }>`
      select id from (
        select p.id, p.created_at from ${surplus} and p.provider = ${provider}
          and s.refusals < ${MOST_REFUSALS}
          and (s.refused_at is null or s.refused_at <= ${toIso(now - AGAIN_MS)})
        union all
        select p.id, p.created_at from ${ended}
        where p.org_id = app_org() and p.provider = ${provider} and p.owed_minor > 0
          and p.owed_minor > greatest(${called}, p.written_off_minor)
          and not exists (select from payment r join payment_op k on k.org_id = r.org_id and k.payment_id = r.id
                          where r.org_id = p.org_id and r.for_payment_id = p.id and k.kind = 'capture')) t
      order by created_at limit ${limit}`,
  );
  return found.map((row) => row.id);
}

/** Notes what the provider refused to give back for good, and closes what went back since. */
export async function noteSurplusOpen(tx: Tx, now: Instant): Promise<void> {
  const found = await rows(
    tx,
    sql<{ id: string; minor: number; currency: string }>`
      select p.id, (${kept} - s.dropped)::bigint as minor, trim(p.currency) as currency from ${surplus}
        and s.refusals >= ${MOST_REFUSALS}
      order by p.created_at limit ${BATCH}`,
  );
  await noteAmounts(tx, now, "surplus-open", found);
  if (found.length < BATCH) await closeGone(tx, now, "surplus-open", now, {});
}
