import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { noteCompared } from "../findings/finding-row.ts";
import type { Funds, ProviderLists } from "../gateway.ts";
import { lockList } from "../lists/cursor-row.ts";

/** What the provider says that it keeps; `denied` where our key may not ask; nothing where no clear answer came. */
export async function askFunds(lists: ProviderLists): Promise<Funds | "denied" | undefined> {
  const said = await lists.funds();
  if (said.kind === "ok") return said.value;
  return said.kind === "misconfigured" && said.lacksRight === true ? "denied" : undefined;
}

/** What was kept before the list was read and after it: only then is the list's sum what it must be. */
export function steady(before: Funds, after: Funds): Funds | undefined {
  const textOf = (funds: Funds): string =>
    funds
      .filter(({ minor, fine }) => minor !== 0 || fine !== undefined)
      .map(({ currency, minor, fine = 0 }) => `${currency} ${minor} ${fine}`)
      .toSorted()
      .join();
  return textOf(before) === textOf(after) ? after : undefined;
}

interface Kept {
  currency: string;
  heard: number;
  listed: number;
}

/**
 * Writes what the provider keeps by its own count beside what its list comes to; where they differ, that is a finding.
 *
 * Both are compared in hundredths of a minor unit, which is how fine the provider may count; what is less than one minor
 * unit apart is written as one.
 */
export async function noteHeard(tx: Tx, provider: string, funds: Funds, now: Instant): Promise<void> {
  await lockList(tx, { provider, list: "balance" });
  await forgetHeard(tx, provider);
  const kept = await rows(
    tx,
    sql<Kept>`
      insert into balance_heard (org_id, provider, currency, heard_minor, listed_minor, heard_at)
      select app_org(), ${provider}, currency,
        sum(listed) + sign(sum(apart)) * ceil(abs(sum(apart)) / 100.0), sum(listed), ${toIso(now)}
      from (
        select currency, -(net_minor * 100 + net_fine) as apart, net_minor as listed from balance_movement
        where org_id = app_org() and provider = ${provider}
        union all
        select * from unnest(${funds.map(({ currency }) => currency)}::char(3)[],
          ${funds.map(({ minor, fine = 0 }) => minor * 100 + fine)}::bigint[], array_fill(0, array[${funds.length}::int]))) both_counts
      group by currency
      returning trim(currency) as currency, heard_minor as heard, listed_minor as listed`,
  );
  for (const { currency, heard, listed } of kept) {
    const found = { kind: "balance-differs", about: currency } as const;
    await noteCompared(tx, now, found, heard === listed, { ours: listed, theirs: heard, currency });
  }
}

/** Of what was not asked, nothing is said. */
export const forgetHeard = (tx: Tx, provider: string): Promise<unknown> =>
  sql`delete from balance_heard where org_id = app_org() and provider = ${provider}`.execute(tx);
