import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { BalanceReport } from "../../contract/balance.ts";

interface State {
  denied: boolean;
  /** A difference is open, or was noted and is still there. */
  unlike: boolean;
  taken: boolean;
  passedAt: Instant | null;
}

interface Line {
  currency: string;
  taken: number;
  givenBack: number;
  disputed: number;
  fees: number;
  others: number;
  count: number;
  paidOut: number;
  there: number;
  onItsWay: number;
  ledger: number;
  readAt: Instant;
}

/** What the last look at the provider's balance came to. */
export const readBalance = (context: Context): Promise<BalanceReport> =>
  context.db.as(context.actor, async (tx) => {
    const state = await stateOf(tx);
    const lines = await linesOf(tx);
    const readAt = lines[0]?.readAt ?? state.passedAt;
    return {
      state: state.denied ? "not-asked" : readAt !== null ? "read" : state.taken ? "not-yet" : "none",
      readAt: readAt === null ? null : toIso(readAt),
      isEqual: !state.unlike && lines.every(({ ledger, there, onItsWay }) => ledger === there + onItsWay),
      notOurs: lines.reduce((all, { count }) => all + count, 0),
      lines: lines.map(shown),
    };
  });

const shown = ({ currency, readAt: _at, count: _count, ...sums }: Line): BalanceReport["lines"][number] => {
  const of = (minor: number) => money(minor, currency);
  return {
    taken: of(sums.taken),
    givenBack: of(sums.givenBack),
    disputed: of(sums.disputed),
    fees: of(sums.fees),
    others: of(sums.others),
    paidOut: of(sums.paidOut),
    there: of(sums.there),
    onItsWay: of(sums.onItsWay),
    ledger: of(sums.ledger),
  };
};

async function stateOf(tx: Tx): Promise<State> {
  const found = await first(
    tx,
    sql<State>`
      select exists (select from payment_cursor
                     where org_id = app_org() and list = 'balance' and denied_at is not null) as denied,
        exists (select from payment_cursor where org_id = app_org() and list = 'balance' and unlike > 0)
        or exists (select from balance_heard where org_id = app_org() and heard_minor <> listed_minor)
        or exists (select from payout_check where org_id = app_org() and state = 'differs')
        or exists (select from payment_finding
                where org_id = app_org() and resolved_at is null
                  and (kind like 'movement-%' or kind = 'balance-differs' or (kind = 'invariant' and about like 'clearing-differs %'))) as unlike,
        exists (select from payment
                where org_id = app_org() and way is null and captured_minor > 0) as taken,
        (select ok_at from payment_pass where org_id = app_org() and name = 'balance') as "passedAt"`,
  );
  return found ?? { denied: false, unlike: false, taken: false, passedAt: null };
}

const linesOf = (tx: Tx): Promise<Line[]> =>
  rows(
    tx,
    sql<Line>`
      select trim(currency) as currency, sum(taken_minor)::bigint as taken, sum(given_back_minor)::bigint as "givenBack",
        sum(disputed_minor)::bigint as disputed, sum(fees_minor)::bigint as fees, sum(others_minor)::bigint as others,
        sum(others)::int as count, sum(paid_out_minor)::bigint as "paidOut", sum(there_minor)::bigint as there,
        sum(on_its_way_minor)::bigint as "onItsWay", sum(ledger_minor)::bigint as ledger, max(read_at) as "readAt"
      from balance_standing where org_id = app_org() group by currency order by currency`,
  );
