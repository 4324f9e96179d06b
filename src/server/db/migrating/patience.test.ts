import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openWorld } from "#test/support/world.ts";
import type { World } from "#test/support/world.ts";
import { migrate } from "../migrate.ts";
import { openBatches, percentOf, statementsOf } from "./batches.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ runJobs: false });
});
afterAll(() => world.close());

const connection = () => ({ connectionString: String(world.db.pool.options.connectionString) });

async function connected(): Promise<pg.Client> {
  const client = new pg.Client(connection());
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Today's migrations and these. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync("db/migrations", folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

const MORE = { "9100-places-more.sql": "alter table place add column more int;" };
const FILL = {
  ...MORE,
  "9101-places-counted.sql":
    "create table counted (n int); insert into counted select g from generate_series(1, 2500) g;",
  "9102-places-fill.batches.sql": `select count(*) as count from counted
-- batch
with part as (select n from counted where n > coalesce($1::text, '0')::int order by n limit $2::int),
 put as (update counted c set n = -c.n from part p where c.n = p.n)
select max(n)::text as position, count(*)::int as rows from part`,
  "9103-places-contract.sql": "-- after 9102-places-fill.batches.sql\nalter table counted add check (n < 0);",
};
const WRONG = {
  ...FILL,
  "9104-places-wrong.batches.sql":
    "select 7 as count\n-- batch\nselect 1 / ($2::int - 1000) as rows, $1::text as position",
  "9105-places-after.sql": "-- after 9104-places-wrong.batches.sql\nselect 1;",
};

test("a migration that waits for a long reader makes others wait for a second only, and runs when the reader ends", async () => {
  const [reader, other] = [await connected(), await connected()];
  await reader.query("begin");
  await reader.query("select count(*) from place");
  const waited: string[] = [];
  const done = migrate(connection(), folderWith(MORE), { waits: (name) => waited.push(name) });
  await expect.poll(() => waited, { timeout: 20_000 }).toEqual(["9100-places-more.sql"]);
  for (let times = 0; times < 3; times += 1) {
    const began = performance.now();
    await other.query("select count(*) from place");
    expect(performance.now() - began).toBeLessThan(5_000);
  }
  await reader.query("commit");
  expect(await done).toBe(1);
});

test("a file that comes after batches carries them out first; a later start has nothing to do", async () => {
  const folder = folderWith(FILL);
  const told: number[] = [];
  expect(await migrate(connection(), folder, { batch: (progress) => told.push(percentOf(progress)) })).toBe(
    3,
  );
  expect(told).toEqual([0, 40, 80, 99]);
  const client = await connected();
  expect(await openBatches(client)).toEqual([]);
  expect((await client.query("select count(*)::int as n from counted where n < 0")).rows).toEqual([
    { n: 2500 },
  ]);
  expect(await migrate(connection(), folder)).toBe(0);
});

test("a batch that fails is noted with its reason, and nothing after it runs", async () => {
  await expect(migrate(connection(), folderWith(WRONG))).rejects.toThrow("division by zero");
  const client = await connected();
  expect(await openBatches(client)).toMatchObject([
    { name: "9104-places-wrong.batches.sql", done: 0, total: 7, trouble: "division by zero" },
  ]);
  const ran = await client.query("select from schema_migration where name = '9105-places-after.sql'");
  expect(ran.rowCount).toBe(0);
});

test.each(["select 1", "select 1\n-- batch\nselect 2\n-- batch\nselect 3", "-- batch\nselect 1"])(
  "a file of batches that is not two statements is refused: %j",
  (sql) => {
    expect(() => statementsOf({ name: "9106-places-x.batches.sql", sql })).toThrow("needs two statements");
  },
);
