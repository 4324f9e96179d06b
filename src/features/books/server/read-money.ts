import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { first, rows, type Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { MoneyReport } from "../contract/money.ts";
import { ACCOUNTS } from "#features/payments/domain/ledger.ts";
import { ledgerDrift } from "./invariants.ts";
import { accountSums, countedTo } from "./ledger-total.ts";

/** Drifting payments are counted up to here: one is already too many. */
const DRIFT_LIMIT = 100;

/** Reads the organisation's card money: the sums of the last ledger check, and the lines since. */
export const readMoney = (context: Context): Promise<MoneyReport> =>
  context.db.as(context.actor, async (tx) => {
    const today = await todayOf(tx, context.now);
    const counted = await countedTo(tx, context.now);
    const sums = await accountSums(tx, context.now, today.began);
    const drifting = await driftingSince(tx, counted);
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
      isBalanced: drifting === 0 && lines.reduce((all, line) => all + line.balance, 0) === 0,
      drifting,
      waiting: open.waiting,
      waitingSince: open.since === null ? null : toIso(open.since),
      review: open.review,
    };
  });

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

/** Payments that the last look over the books found drifting, and those that do of what was booked since. */
async function driftingSince(tx: Tx, counted: Instant | undefined): Promise<number> {
  const found = await rows(
    tx,
    sql<{ id: string }>`
      select split_part(about, ' ', 2) as id from payment_findings
      where org_id = app_org() and kind = 'invariant' and resolved_at is null and about like 'ledger-drift %'
      limit ${DRIFT_LIMIT}`,
  );
  const since = await ledgerDrift(tx, DRIFT_LIMIT, counted);
  return new Set([...found.map(({ id }) => id), ...since]).size;
}

async function openOf(tx: Tx): Promise<{ waiting: number; since: Instant | null; review: number }> {
  const found = await first(
    tx,
    sql<{ waiting: number; since: Instant | null; review: number }>`
      select count(*) filter (where state = 'sent')::int as waiting,
        min(first_sent_at) filter (where state = 'sent') as since,
        (count(*) filter (where state = 'review') +
          (select count(*) from payments where org_id = app_org() and state = 'review'))::int as review
      from payment_ops where org_id = app_org() and state in ('sent', 'review')`,
  );
  return found ?? { waiting: 0, since: null, review: 0 };
}
