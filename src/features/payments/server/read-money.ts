import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { MoneyReport } from "../contract/money.ts";
import { ACCOUNTS } from "../domain/ledger.ts";
import { ledgerDrift } from "./drift.ts";

interface Sums {
  account: (typeof ACCOUNTS)[number];
  currency: string;
  balance: number;
  today: number;
}

/** Drifting payments are counted up to here: one is already too many. */
const DRIFT_LIMIT = 100;

/** Where all card money of the organisation stands, counted from the ledger's lines. */
export const readMoney = (context: Context): Promise<MoneyReport> =>
  context.db.as(context.actor, async (tx) => {
    const today = await todayOf(tx, context.now);
    const sums = await sumsOf(tx, today.began);
    const drifting = await ledgerDrift(tx, DRIFT_LIMIT);
    const open = await openOf(tx);
    const currency = sums[0]?.currency ?? today.currency;
    const lines =
      sums.length > 0 ? sums : ACCOUNTS.map((account) => ({ account, currency, balance: 0, today: 0 }));
    return {
      day: today.day,
      accounts: lines.map((line) => ({
        account: line.account,
        balance: money(line.balance, line.currency),
        today: money(line.today, line.currency),
      })),
      isBalanced: drifting.length === 0 && lines.reduce((all, line) => all + line.balance, 0) === 0,
      drifting: drifting.length,
      waiting: open.waiting,
      waitingSince: open.since === null ? null : toIso(open.since),
      review: open.review,
    };
  });

/** Today where the organisation is, and when it began. */
async function todayOf(tx: Tx, now: Instant): Promise<{ day: string; began: string; currency: string }> {
  const found = await first(
    tx,
    sql<{ day: string; began: Instant; currency: string }>`
      select to_char(${toIso(now)}::timestamptz at time zone timezone, 'YYYY-MM-DD') as day,
        date_trunc('day', ${toIso(now)}::timestamptz at time zone timezone) at time zone timezone as began,
        trim(currency) as currency
      from organization where id = app_org()`,
  );
  if (!found) throw new Error("the organisation vanished");
  return { day: found.day, began: toIso(found.began), currency: found.currency };
}

const sumsOf = (tx: Tx, began: string): Promise<Sums[]> =>
  rows(
    tx,
    sql<Sums>`
      select a.account, trim(c.currency) as currency, coalesce(sum(l.minor), 0)::bigint as balance,
        coalesce(sum(l.minor) filter (where l.at >= ${began}), 0)::bigint as today
      from (select distinct currency from ledger_line) c
      cross join unnest(${[...ACCOUNTS]}::text[]) with ordinality a (account, n)
      left join ledger_line l on l.account = a.account and l.currency = c.currency
      group by a.account, a.n, c.currency order by c.currency, a.n`,
  );

async function openOf(tx: Tx): Promise<{ waiting: number; since: Instant | null; review: number }> {
  const found = await first(
    tx,
    sql<{ waiting: number; since: Instant | null; review: number }>`
      select count(*) filter (where state = 'sent')::int as waiting,
        min(first_sent_at) filter (where state = 'sent') as since,
        (count(*) filter (where state = 'review') +
          (select count(*) from payment where state = 'review'))::int as review
      from payment_op where state in ('sent', 'review')`,
  );
  return found ?? { waiting: 0, since: null, review: 0 };
}
