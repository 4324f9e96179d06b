import type pg from "pg";

/** Rows of each table: with as many, and pages as dear as `LARGER` times their count, an index is taken wherever one serves. */
export const FILLED = 5_000;
/** Times as many rows has a shop of this size. */
export const LARGER = 40;
/** Rows of a table that stays small. */
const FEW = 40;

/** Tables that stay small in every shop. */
const SMALL: Readonly<Record<string, string>> = {
  arrival: "stops of today",
  audit_unsealed: "entries of the last minute",
  card_try: "payers of the last day",
  courier_means: "couriers",
  day_end: "a row of each day",
  invitation: "open ones",
  learned_speed: "classes of roads",
  ledger_total: "accounts and currencies",
  notice_template: "texts",
  payment_gate: "providers",
  payment_pass: "jobs",
  person: "members",
  planned_shift: "read by their dates",
  position_now: "couriers",
  price_list: "versions",
  push_day: "couriers",
  push_key: "one",
  push_reminder: "shifts of the last days",
  report_mail: "members",
  service_area: "one",
  service_levels: "versions",
  slot_plan: "versions",
  service_time: "places of the last weeks",
  unsent_sms: "the newest of a demo",
  vehicle: "vehicles",
};

/** A value of row `n` by the column's type. What the rules of a table allow is not asked: plans do not look at it. */
const VALUES: Readonly<Record<string, string>> = {
  uuid: "gen_random_uuid()",
  text: "md5(n::text || '$COLUMN')",
  varchar: "md5(n::text)",
  bpchar: "'EUR'",
  timestamptz: "$NOW::timestamptz - n * interval '1 hour'",
  date: "$NOW::date - n % 400",
  time: "'12:00'::time",
  bool: "n % 2 = 0",
  int2: "n % 30000",
  int4: "n",
  int8: "n",
  float4: "n",
  float8: "n",
  numeric: "n",
  jsonb: "'{}'::jsonb",
  json: "'{}'::json",
  bytea: "decode(md5(n::text), 'hex')",
  interval: "n * interval '1 minute'",
  xid8: "'3'::xid8",
};

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/**
 * Fills every table of the rooms that holds less, one statement a table, whatever its rules are: they are taken off
 * before, so the database is good for plans alone.
 *
 * @throws Error naming a column whose type has no values yet
 */
export async function fillTables(client: pg.Client, orgId: string, now: string): Promise<void> {
  const rules = await client.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
     where contype = 'c' and conrelid <> 0 and connamespace = 'public'::regnamespace`,
  );
  const columns = await client.query<Column>(
    `select c.relname as table, a.attname as name, coalesce(b.typname, t.typname) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type t on t.oid = a.atttypid left join pg_type b on b.oid = t.typbasetype
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.reltuples < ${FILLED}
       and a.attgenerated = '' and a.attidentity = ''
       and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'org_id')
     order by c.relname, a.attnum`,
  );
  await client.query("begin; set local session_replication_role = replica");
  for (const { table, name } of rules.rows)
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const table of new Set(columns.rows.map((one) => one.table))) {
    const of = columns.rows.filter((one) => one.table === table);
    const values = of.map((one) => valueOf(one, orgId, now));
    await client.query(
      `insert into ${table} (${of.map(({ name }) => `"${name}"`).join()})
       select ${values.join()} from generate_series(1, ${table in SMALL ? FEW : FILLED}) n on conflict do nothing`,
    );
  }
  await client.query("commit");
  await client.query("analyze");
}

function valueOf({ table, name, type }: Column, orgId: string, now: string): string {
  if (name === "org_id") return `'${orgId}'::uuid`;
  if (type.startsWith("_")) return "'{}'";
  const value = VALUES[type];
  if (value === undefined) throw new Error(`${table}.${name}: no values for the type ${type}`);
  return value.replace("$NOW", `'${now}'`).replace("$COLUMN", name);
}
