import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR_MS, toIso } from "#kernel/instant.ts";
import { FILLED, LARGER, fillTables } from "#test/support/database/fill-tables.ts";
import { type Sent, keptStatements, statementFolder } from "#test/support/database/statement-file.ts";
import { fillDeliveries } from "#test/support/people/many-deliveries.ts";
import { openWorld } from "#test/support/world.ts";
import type { World } from "#test/support/world.ts";

const COUNT = 100_000;
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
const OLD_ROWS = "old rows are few where they are deleted all the time, and here nearly all are old";

/** Statements that read a table whole on purpose, by the file that sends them, with the reason. */
const WHOLE: Readonly<Record<string, string>> = {
  "audit/server/verify.ts": "it compares every entry with the chain",
  "books/server/invariants.ts": ALL_MONEY,
  "books/server/ledger-total.ts": ALL_MONEY,
  "books/server/read-money.ts": ALL_MONEY,
  "courier/server/forget-tracks.ts": OLD_ROWS,
  "deliveries/server/proofs/all-pictures.ts": "a backup holds every picture",
  "courier/server/uploads/upload-row.ts": OLD_ROWS,
  "deliveries/server/orders/link-keys.ts": OLD_ROWS,
  "imports/server/forget-imports.ts": OLD_ROWS,
  "payments/server/inbox/inbox-row.ts": OLD_ROWS,
  "sender/server/booking-mail.ts": OLD_ROWS,
  "reports/server/heal-facts.ts": "it compares every delivery with what was counted of it, once an hour",
  "payments/server/gate/gate-row.ts": "once, after a backup was restored",
  "sightings/server/jobs.ts": OLD_ROWS,
};

const isExcused = ({ from }: Sent): boolean => Object.keys(WHOLE).some((file) => from.includes(file));

/** The values as of the filled organisation. */
const moved = ({ values, orgId }: Sent, to: string): unknown[] =>
  values.map((value) =>
    typeof value === "string" && orgId !== undefined ? value.replaceAll(orgId, to) : value,
  );

async function planOf(on: pg.Client, one: Sent, orgId: string): Promise<Plan> {
  await on.query("begin");
  try {
    await on.query(`set local seq_page_cost = ${LARGER}`);
    if (one.orgId !== undefined)
      await on.query("select set_config('role', 'waybill_app', true), set_config('app.org', $1, true)", [
        orgId,
      ]);
    const { rows } = await on.query(`explain (format json, verbose) ${one.text}`, moved(one, orgId));
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
  const sent = keptStatements(folder);
  const found = new Set<string>();
  for (const one of sent) {
    const nodes = nodesOf(await planOf(client, one, world.orgId));
    for (const { "Relation Name": table = "" } of nodes.filter(isReadWhole))
      if (!isExcused(one))
        found.add(`${table}, ${one.from}: ${one.text.replaceAll(/\s+/g, " ").slice(0, 300)}`);
  }
  expect([...found].toSorted()).toEqual([]);
  // The whole of the server sends some 700.
  expect(sent.length).toBeGreaterThan(500);
});
