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
        select p.*, p.way is not null as direct, e.earned,
          round(e.earned * p.tax_minor::numeric / p.amount_minor) as tax,
          round(p.refunded_minor * p.tax_minor::numeric / p.amount_minor) as tax_back,
          case when p.way is null and p.captured_minor = 0 and not p.canceled_seen and p.state <> 'expired'
               then p.authorized_minor else 0 end as held
        from payments p
        cross join lateral (select case when p.way is not null then p.due_minor when p.purpose = 'recovery' then p.owed_minor
                                   else p.captured_minor + p.owed_minor end as earned) e
        where ${isMeant(sql`p.id`)}
      ), compared as (
        select w.org_id, w.id, a.account, a.minor from want w cross join lateral (values
          ('holds', w.held), ('held-for-senders', -w.held), ('revenue', w.tax - w.earned), ('tax', w.tax_back - w.tax),
          ('refunds', w.refunded_minor - w.tax_back), ('bank', -w.refunded_by_bank_minor),
          ('disputes', w.disputed_minor), ('losses', w.lost_minor), ('fees', w.dispute_fee_minor),
          ('writeoffs', w.written_off_minor), ('received', case when w.direct then w.captured_minor else 0 end),
          ('provider', case when w.direct then 0 else w.captured_minor end - w.refunded_minor
            + w.refunded_by_bank_minor - w.disputed_minor - w.lost_minor - w.dispute_fee_minor),
          ('receivable', case when w.direct then w.due_minor - w.captured_minor
            when w.purpose = 'recovery' then w.owed_minor - w.written_off_minor - w.captured_minor
            else w.owed_minor - w.written_off_minor end)) a (account, minor)
        union all
        select l.org_id, l.payment_id, l.account, -l.minor from ledger_lines l where ${isMeant(sql`l.payment_id`)}
      )
      select distinct id from compared group by org_id, id, account having sum(minor) <> 0
      order by id limit ${limit}`,
  );
  return found.map((row) => row.id);
}
