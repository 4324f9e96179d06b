import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { exponentOf } from "#kernel/currency.ts";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { first, json } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { PriceList } from "../contract/api.ts";
import type { PriceCase, PriceRule } from "../contract/price-list.ts";
import { DEFAULT_RULES } from "./default-rules.ts";

/** The newest price list as a value in a statement, or the one of this version; null before the first. */
export const listJson = (version?: number): RawBuilder<PriceList | null> => sql`(
  select json_build_object('version', p.version, 'currency', trim(o.currency), 'rules', p.rules, 'cases', p.cases,
    'publishedAt', ${isoText("p.published_at")}, 'publishedBy', p.published_by_name)
  from price_list p join organization o on o.id = p.org_id
  where p.org_id = app_org()${version === undefined ? sql`` : sql` and p.version = ${version}`}
  order by p.version desc limit 1)`;

/** Whether this list is still the newest, as a value in a statement. */
export const listHolds = ({
  version,
  publishedAt,
}: Pick<PriceList, "version" | "publishedAt">) => sql`exists (
  select from (select version, published_at from price_list where org_id = app_org() order by version desc limit 1) p
  where p.version = ${version} and p.published_at = ${publishedAt})`;

/** The list that prices new quotes: the newest published one; `undefined` before the first. */
export async function readPriceList(tx: Tx): Promise<PriceList | undefined> {
  const row = await first(tx, sql<{ list: PriceList | null }>`select ${listJson()} as list`);
  return row?.list ?? undefined;
}

/** Makes others wait who would publish too; the newest list is read after the wait. */
export async function lockPriceList(tx: Tx): Promise<PriceList | undefined> {
  await sql`select version from price_list where org_id = app_org() order by version desc limit 1 for update`.execute(
    tx,
  );
  return readPriceList(tx);
}

export interface NewPriceList {
  readonly version: number;
  readonly rules: readonly PriceRule[];
  readonly cases: readonly PriceCase[];
  readonly publishedBy: { readonly id: string | null; readonly name: string | null };
}

export async function insertPriceList(
  tx: Tx,
  now: Instant,
  { version, rules, cases, publishedBy }: NewPriceList,
): Promise<void> {
  await sql`insert into price_list (org_id, version, rules, cases, published_at, published_by, published_by_name)
            values (app_org(), ${version}, ${json(rules)}, ${json(cases)}, ${toIso(now)}, ${publishedBy.id}, ${publishedBy.name})
            on conflict (org_id, version) do nothing`.execute(tx);
}

/** Gives an organisation that has no price list the default one, so that it can sell from the first minute. */
export async function ensurePriceList(tx: Tx, now: Instant): Promise<PriceList> {
  const before = await readPriceList(tx);
  if (before) return before;
  const row = await first(
    tx,
    sql<{ currency: string }>`select currency from organization where id = app_org()`,
  );
  if (!row) throw new Error("no such organisation");
  const rules = scaled(DEFAULT_RULES, exponentOf(row.currency.trim()));
  await insertPriceList(tx, now, {
    version: 1,
    rules,
    cases: [],
    publishedBy: { id: null, name: null },
  });
  const list = await readPriceList(tx);
  if (!list) throw new Error("the default price list was not kept");
  return list;
}

/** The default amounts are hundredths; a currency with more digits needs more of them. */
function scaled(rules: readonly PriceRule[], exponent: number): PriceRule[] {
  const factor = exponent > 2 ? 10 ** (exponent - 2) : 1;
  return rules.map((rule) =>
    "amount" in rule.do ? { ...rule, do: { ...rule.do, amount: rule.do.amount * factor } } : rule,
  );
}
