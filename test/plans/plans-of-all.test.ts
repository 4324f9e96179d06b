import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR_MS, toIso } from "#kernel/instant.ts";
import { FILLED, LARGER, fillTables } from "#test/support/database/fill-tables.ts";
import { type Sent, keptStatements, statementFolder } from "#test/support/database/statement-file.ts";
import { fillDeliveries } from "#test/support/people/many-deliveries.ts";
import { openWorld } from "#test/support/world.ts";
import type { World } from "#test/support/world.ts";

const COUNT = 100_000;
/** Rows that are old enough to be deleted. */
const FEW_OLD = 40;
/** Statements of the run of the server's tests before this one; `npm test` names it. */
const folder = statementFolder();

let world: World | undefined;
let client: pg.Client | undefined;
const large = new Set<string>();

beforeAll(async () => {
  if (folder === undefined) return;
  world = await openWorld({ runJobs: false });
  const couriers: string[] = [];
  for (let nth = 0; nth < 8; nth += 1)
    couriers.push((await world.person(`Courier ${nth}`, "courier")).actor.courierId ?? "");
  const now = toIso(world.now + HOUR_MS);
  await fillDeliveries(world.db.pool, { orgId: world.orgId, count: COUNT, now, courierIds: couriers });
  client = new pg.Client({ connectionString: world.db.pool.options.connectionString });
  await client.connect();
  await fillTables(client, world.orgId, now);
  const { rows } = await client.query(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > $1`,
    [FILLED / 2],
  );
  for (const { relname } of rows) large.add(String(relname));
});
afterAll(async () => {
  await client?.end();
  await world?.close();
});

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly Schema?: string;
  readonly Plans?: readonly Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const ALL_MONEY = "it adds up all the money there is";

/** Statements that read a table whole on purpose, by the file that sends them, with the reason. */
const WHOLE: Readonly<Record<string, string>> = {
  "audit/server/verify.ts": "it compares every entry with the chain",
  "books/server/invariants.ts": ALL_MONEY,
  "books/server/ledger-total.ts": ALL_MONEY,
  "books/server/read-money.ts": ALL_MONEY,
  "deliveries/server/proofs/all-pictures.ts": "a backup holds every picture",
  "reports/server/heal-facts.ts": "it compares every delivery with what was counted of it, once an hour",
  "payments/server/gate/gate-row.ts": "once, after a backup was restored",
};

const isExcused = ({ from }: Sent): boolean => Object.keys(WHOLE).some((file) => from.includes(file));

const DELETES = /^\s*delete\b/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T/;

/** The values as of the filled organisation. Where rows are deleted by their age, few are that old. */
const moved = ({ text, values, orgId }: Sent, to: { orgId: string; old: string }): unknown[] =>
  values.map((value) => {
    if (typeof value !== "string") return value;
    if (DELETES.test(text) && MOMENT.test(value)) return to.old;
    return orgId === undefined ? value : value.replaceAll(orgId, to.orgId);
  });

async function planOf(on: pg.Client, one: Sent, to: { orgId: string; old: string }): Promise<Plan> {
  await on.query("begin");
  try {
    await on.query(`set local seq_page_cost = ${LARGER}`);
    if (one.orgId !== undefined)
      await on.query("select set_config('role', 'waybill_app', true), set_config('app.org', $1, true)", [
        to.orgId,
      ]);
    const { rows } = await on.query(`explain (format json, verbose) ${one.text}`, moved(one, to));
    return rows[0]["QUERY PLAN"][0].Plan;
  } finally {
    await on.query("rollback");
  }
}

const isReadWhole = ({ "Node Type": node, "Relation Name": table = "", Schema: schema }: Plan): boolean =>
  node === "Seq Scan" && schema === "public" && large.has(table);

test("no statement that the server's tests made it send reads a large table whole", async (context) => {
  if (folder === undefined || !world || !client)
    return context.skip("needs the statements of the server's tests, as npm test keeps them");
  // Batches send what a migration says, in tests one of their own on a table of its own.
  const sent = keptStatements(folder).filter(({ from }) => !from.includes("db/migrating/batches.ts"));
  const found = new Set<string>();
  const to = { orgId: world.orgId, old: toIso(world.now - (FILLED - FEW_OLD) * HOUR_MS) };
  for (const one of sent) {
    const nodes = nodesOf(await planOf(client, one, to));
    for (const { "Relation Name": table = "" } of nodes.filter(isReadWhole))
      if (!isExcused(one))
        found.add(`${table}, ${one.from}: ${one.text.replaceAll(/\s+/g, " ").slice(0, 300)}`);
  }
  expect([...found].toSorted()).toEqual([]);
  // The whole of the server sends some 700.
  expect(sent.length).toBeGreaterThan(500);
});
