import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { markEmitted, openDb, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { isOutOfReach } from "#server/db/out-of-reach.ts";
import { openWorld } from "#test/support/world.ts";
import type { World } from "#test/support/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ runJobs: false });
});
afterAll(() => world.close());

/** Tables without an organisation in them, each with its reason. */
const SHARED: Readonly<Record<string, string>> = {
  organization: "the organisations themselves",
  schema_batches: "how far migrations in batches are; the application role may not read it",
  schema_migration: "which migrations ran; the application role may not read it",
};

interface Table {
  readonly name: string;
  readonly isView: boolean;
  readonly hasOrg: boolean;
  readonly isFenced: boolean;
  readonly owned: boolean;
  readonly policies: string[];
  readonly privileges: string[];
}

const tables = () =>
  world.db.owner((tx) =>
    rows(
      tx,
      sql<Table>`
        select c.relname as name, c.relkind = 'v' as "isView", coalesce(c.reloptions @> '{security_invoker=true}', false)
            or c.relrowsecurity as "isFenced", pg_get_userbyid(c.relowner) = 'waybill_app' as owned,
          exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id') as "hasOrg",
          array(select pg_get_expr(p.polqual, p.polrelid) || ' | ' || pg_get_expr(p.polwithcheck, p.polrelid)
                from pg_policy p where p.polrelid = c.oid) as policies,
          array(select privilege_type::text from information_schema.role_table_grants g
                where g.table_schema = 'public' and g.table_name = c.relname and g.grantee in ('waybill_app', 'PUBLIC')
                order by 1) as privileges
        from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
        order by 1`,
    ),
  );

// v5.0.0-8.4.1
test("every table with an organisation is fenced by it, for reading and for writing, and by nothing weaker", async () => {
  const all = (await tables()).filter((table) => table.hasOrg && !table.isView);
  expect(all.length).toBeGreaterThan(15);
  const fence = "(org_id = app_org()) | (org_id = app_org())";
  expect(all.filter((table) => !table.isFenced || table.owned)).toEqual([]);
  expect(all.filter((table) => table.policies.length !== 1 || table.policies[0] !== fence)).toEqual([]);
});

test("every view is read as its reader, and written by nobody", async () => {
  const views = (await tables()).filter((table) => table.isView);
  expect(views.length).toBeGreaterThan(5);
  expect(
    views.filter(
      (view) => !view.hasOrg || !view.isFenced || view.owned || view.privileges.join() !== "SELECT",
    ),
  ).toEqual([]);
});

test("every other table is on a short list, and nobody writes it in a request", async () => {
  const all = (await tables()).filter((table) => !table.hasOrg);
  expect(all.map((table) => table.name)).toEqual(Object.keys(SHARED));
  expect(Object.fromEntries(all.map((table) => [table.name, table.privileges]))).toEqual({
    organization: ["SELECT"],
    schema_batches: [],
    schema_migration: [],
  });
});

// v5.0.0-13.2.2
test("what belongs to the sign-in service, the bank and the queue is out of a request's reach", async () => {
  const found = await world.db.owner((tx) =>
    rows(
      tx,
      sql<{ name: string }>`
        select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm') and n.nspname in ('oidc', 'sandbox_bank', 'graphile_worker')
          and has_schema_privilege('waybill_app', n.oid, 'usage')
          and has_table_privilege('waybill_app', c.oid, 'select, insert, update, delete')`,
    ),
  );
  expect(found).toEqual([]);
});

test("without an organisation, or with another's, a request finds no row", async () => {
  const names = (await tables()).filter((table) => table.hasOrg).map((table) => table.name);
  for (const orgId of ["", randomUUID()])
    await world.db.owner(async (tx) => {
      await sql`select set_config('role', 'waybill_app', true), set_config('app.org', ${orgId}, true)`.execute(
        tx,
      );
      for (const name of names) {
        const found = await rows(tx, sql`select 1 from ${sql.table(name)} limit 1`);
        expect({ orgId, name, found: found.length }).toEqual({ orgId, name, found: 0 });
      }
    });
});

test("functions that run as the owner name where they look, with temporary objects last, and are not for everybody", async () => {
  const found = await world.db.owner((tx) =>
    rows(
      tx,
      sql<{ name: string; config: string[]; open: boolean }>`
        select p.proname as name, coalesce(p.proconfig, '{}') as config,
          exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0) as open
        from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef order by 1`,
    ),
  );
  expect(found.map((one) => one.name)).toEqual([
    "deliveries_by_email",
    "deliveries_by_phone",
    "deliveries_like",
    "edit_organization",
    "end_sign_in",
    "orders_by_phone",
    "orders_by_sender",
    "queue_jobs",
  ]);
  const safe = ["search_path=pg_catalog, public, pg_temp"];
  expect(found).toEqual(found.map(({ name }) => ({ name, config: safe, open: false })));
});

test.each([
  ["cuts the message short", "\0"],
  ["tries to leave the fence", `${randomUUID()}', true); reset role; select set_config('app.org', '`],
])("an organisation whose name %s reads no row, and leaves the connection as it was", async (_, orgId) => {
  const read = async () => world.db.as({ orgId }, (tx) => rows(tx, sql`select id from delivery`));
  await expect(read()).rejects.toThrow("an organisation is named by a UUID");
  const [after] = await world.db.owner((tx) =>
    rows(
      tx,
      sql`select current_user = session_user as "isOwner", coalesce(current_setting('app.org', true), '') as org`,
    ),
  );
  expect(after).toEqual({ isOwner: true, org: "" });
});

test("where the role cannot be taken, no statement runs", async () => {
  const name = `outsider_${randomUUID().replaceAll("-", "")}`;
  await world.db.pool.query(`create role ${name} login password 'outsider'`);
  // A sequence goes on for ever, also in what is undone.
  await world.db.pool.query(`create sequence ran; grant usage on sequence ran to ${name}, waybill_app`);
  const url = new URL(String(world.db.pool.options.connectionString));
  [url.username, url.password] = [name, "outsider"];
  const outsider = openDb({ connectionString: url.href });
  const run = sql`select nextval('ran')`;
  for (const trying of [
    () => outsider.as(world, (tx) => rows(tx, run)),
    () => outsider.read(world, (tx) => rows(tx, run)),
    () => outsider.alone(world, (tx) => rows(tx, run)),
  ])
    await expect(trying()).rejects.toThrow("permission denied to set role");
  await outsider.close();
  const { rows: found } = await world.db.pool.query("select is_called from ran");
  expect(found).toEqual([{ is_called: false }]);
  await world.db.pool.query(`drop sequence ran; drop role ${name}`);
});

// v5.0.0-3.5.3, v5.0.0-8.4.1
test("what reads writes nothing and sees no other organisation's rows", async () => {
  const insert = sql`insert into command (org_id, id, type, aggregate_id, body_hash, occurred_at, recorded_at)
    values (${world.orgId}, ${randomUUID()}, 'test', ${randomUUID()}, '', now(), now()) returning id`;
  const refused: unknown = await world.db
    .read(world, (tx) => rows(tx, insert))
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ message: expect.stringContaining("read-only transaction") });
  expect(isOutOfReach(refused), "a bug, not a server that became a standby").toBe(false);
  expect(await world.db.as(world, (tx) => rows(tx, insert))).toHaveLength(1);
  const seenBy = (orgId: string) =>
    world.db.read({ orgId }, (tx) => rows(tx, sql`select id from command limit 1`));
  expect([await seenBy(world.orgId), await seenBy(randomUUID())]).toMatchObject([[{}], []]);
  const [after] = await world.db.owner((tx) =>
    rows(
      tx,
      sql`select current_user = session_user as "isOwner", current_setting('transaction_read_only') as ro`,
    ),
  );
  expect(after).toEqual({ isOwner: true, ro: "off" });
});

test("what is written alone stays behind the fence, and emits nothing", async () => {
  const id = randomUUID();
  const note = (orgId: string) =>
    world.db.alone(world, (tx) =>
      rows(
        tx,
        sql`insert into command (org_id, id, type, aggregate_id, body_hash, occurred_at, recorded_at)
            values (${orgId}, ${id}, 'test', ${id}, '', now(), now()) returning id`,
      ),
    );
  await expect(note(randomUUID())).rejects.toThrow("row-level security");
  expect(await note(world.orgId)).toEqual([{ id }]);
  const emitting = world.db.alone(world, async (tx) => markEmitted(tx));
  await expect(emitting).rejects.toThrow("in a transaction");
});

test.each(["read", "alone", "as"] as const)("what comes after the work of `%s` is not sent", async (how) => {
  let late: Tx | undefined;
  await world.db[how](world, async (tx) => {
    late = tx;
    return rows(tx, sql`select 1`);
  });
  const sent = late && rows(late, sql`select 1`);
  await expect(sent).rejects.toThrow("is over");
});

test("several commands in one text are run, and counted by none", async () => {
  const ran = world.db.owner(async (tx) => {
    await sql`select 1`.execute(tx);
    return sql`select 1; select 2`.execute(tx);
  });
  expect(await ran).not.toHaveProperty("numAffectedRows");
});

test.each([
  ["whose error goes on", (asked: Promise<unknown>) => asked],
  ["whose error is caught", (asked: Promise<unknown>) => asked.catch(() => undefined)],
])("a connection whose answer did not come in time, %s, is nobody else's", async (_, meet) => {
  const { connectionString } = world.db.pool.options;
  const hasty = openDb({ connectionString: String(connectionString) }, 1);
  onTestFinished(() => hasty.close());
  hasty.pool.options.query_timeout = 200;
  const pid = () => hasty.read(world, (tx) => rows(tx, sql<{ pid: number }>`select pg_backend_pid() as pid`));
  const before = await pid();
  await hasty.read(world, (tx) => meet(rows(tx, sql`select pg_sleep(1)`))).catch(() => undefined);
  expect(await pid()).not.toEqual(before);
});
