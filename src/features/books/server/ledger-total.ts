import { sql } from "kysely";
import { HOUR_MS, toIso, type Instant } from "#kernel/instant.ts";
import { first, rows, type Tx } from "#server/db/db.ts";
import { ACCOUNTS } from "#features/payments/domain/ledger.ts";

/** Longer than any transaction: a line that was written before is in the sum. */
const STILL_WRITTEN_MS = HOUR_MS;

export interface AccountSums {
  readonly account: (typeof ACCOUNTS)[number];
  readonly currency: string;
  readonly balance: number;
  readonly today: number;
}

/** Sums the whole ledger anew up to an hour ago, so that whoever reads it adds the rest only. */
export async function countTotals(tx: Tx, now: Instant): Promise<void> {
  const to = toIso(now - STILL_WRITTEN_MS);
  await sql`
    insert into ledger_total (org_id, currency, account, minor, counted_to)
    select org_id, currency, account, sum(minor), ${to} from ledger_lines
    where org_id = app_org() and at < ${to} group by org_id, currency, account
    on conflict (org_id, currency, account) do update
      set minor = excluded.minor, counted_to = excluded.counted_to`.execute(tx);
}

/** Until when the ledger was summed; nothing where it never was, or where a wrong clock says that it was summed ahead. */
export async function countedTo(tx: Tx, now: Instant): Promise<Instant | undefined> {
  const row = await first(
    tx,
    sql<{ at: Instant | null }>`select min(counted_to) as at from ledger_total where org_id = app_org()
                                having max(counted_to) <= ${toIso(now)}`,
  );
  return row?.at ?? undefined;
}

/**
 * Every account in every currency that moved: where it stands, and what moved since the day began. Until when the ledger
 * was summed is read in the same statement: one that sums it meanwhile is seen as a whole or not at all.
 */
export const accountSums = (tx: Tx, now: Instant, began: string): Promise<AccountSums[]> =>
  rows(
    tx,
    sql<AccountSums>`
      with counted as (
        select min(counted_to) as at from ledger_total where org_id = app_org()
        having max(counted_to) <= ${toIso(now)}
      ), moved as (
        select currency, account, minor, 0 as today from ledger_total
        where org_id = app_org() and exists (select from counted)
        union all
        select currency, account, minor, 0 from ledger_lines
        where org_id = app_org() and at >= coalesce((select at from counted), '-infinity')
        union all
        select currency, account, 0, minor from ledger_lines where org_id = app_org() and at >= ${began}
      )
      select a.account, trim(c.currency) as currency, coalesce(sum(m.minor), 0)::bigint as balance,
        coalesce(sum(m.today), 0)::bigint as today
      from (select distinct currency from moved) c
      cross join unnest(${[...ACCOUNTS]}::text[]) with ordinality a (account, n)
      left join moved m on m.account = a.account and m.currency = c.currency
      group by a.account, a.n, c.currency order by c.currency, a.n`,
  );
