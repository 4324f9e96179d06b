import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import { rows, type Tx } from "#server/db/db.ts";

/**
 * Payments whose ledger does not say what their row says: always none. Counted by the database alone, apart from the
 * code that writes both.
 *
 * @param since only payments that something was booked for since then; all of them where it is not said
 * @returns the ids of the payments
 */
export async function ledgerDrift(tx: Tx, limit = 100, since?: Instant): Promise<string[]> {
  const isMeant = (payment: ReturnType<typeof sql>) =>
    since === undefined
      ? sql`true`
      : sql`${payment} in (select m.payment_id from ledger_lines m
                           where m.org_id = app_org() and m.at >= ${toIso(since)})`;
  const found = await rows(
    tx,
    sql<{ id: string }>`
      with want as (
        select p.org_id, p.id, p.captured_minor, p.due_minor, p.way is not null as direct, p.refunded_minor, p.refunded_by_bank_minor as by_bank,
          p.disputed_minor, p.lost_minor, p.dispute_fee_minor as fee, p.owed_minor as owed,
          p.written_off_minor as written_off,
          case when p.purpose = 'recovery' then p.captured_minor else 0 end as repaid,
          e.earned,
          case when p.way is null and p.captured_minor = 0 and not p.canceled_seen and p.state <> 'expired'
               then p.authorized_minor else 0 end as held,
          round(e.earned * p.tax_minor::numeric / p.amount_minor) as tax,
          round(p.refunded_minor * p.tax_minor::numeric / p.amount_minor) as tax_back
        from payments p
        cross join lateral (select case when p.way is not null then p.due_minor when p.purpose = 'recovery' then p.owed_minor
                                   else p.captured_minor + p.owed_minor end as earned) e
        where ${isMeant(sql`p.id`)}
      ), have as (
        select org_id, payment_id,
          coalesce(sum(minor) filter (where account = 'holds'), 0) as holds,
          coalesce(sum(minor) filter (where account = 'held-for-senders'), 0) as held_for,
          coalesce(sum(minor) filter (where account = 'provider'), 0) as provider,
          coalesce(sum(minor) filter (where account = 'revenue'), 0) as revenue,
          coalesce(sum(minor) filter (where account = 'tax'), 0) as tax,
          coalesce(sum(minor) filter (where account = 'refunds'), 0) as refunds,
          coalesce(sum(minor) filter (where account = 'bank'), 0) as bank,
          coalesce(sum(minor) filter (where account = 'disputes'), 0) as disputes,
          coalesce(sum(minor) filter (where account = 'losses'), 0) as losses,
          coalesce(sum(minor) filter (where account = 'writeoffs'), 0) as writeoffs,
          coalesce(sum(minor) filter (where account = 'fees'), 0) as fees,
          coalesce(sum(minor) filter (where account = 'receivable'), 0) as receivable,
          coalesce(sum(minor) filter (where account = 'received'), 0) as received
        from ledger_lines l where ${isMeant(sql`l.payment_id`)} group by org_id, payment_id
      )
      select w.id from want w
      left join have h on h.org_id = w.org_id and h.payment_id = w.id
      where (coalesce(h.holds, 0), coalesce(h.held_for, 0), coalesce(h.provider, 0), coalesce(h.revenue, 0),
             coalesce(h.tax, 0), coalesce(h.refunds, 0), coalesce(h.bank, 0), coalesce(h.disputes, 0),
             coalesce(h.losses, 0), coalesce(h.fees, 0), coalesce(h.receivable, 0), coalesce(h.received, 0),
             coalesce(h.writeoffs, 0))
        is distinct from (w.held, -w.held,
             case when w.direct then 0 else w.captured_minor end - w.refunded_minor + w.by_bank - w.disputed_minor - w.lost_minor - w.fee,
             w.tax - w.earned, w.tax_back - w.tax, w.refunded_minor - w.tax_back, -w.by_bank,
             w.disputed_minor, w.lost_minor, w.fee,
             case when w.direct then w.due_minor - w.captured_minor else w.owed - w.written_off - w.repaid end,
             case when w.direct then w.captured_minor else 0 end, w.written_off)
      order by w.id limit ${limit}`,
  );
  return found.map((row) => row.id);
}
