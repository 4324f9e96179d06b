import { existsSync } from "node:fs";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { demoApi } from "#contract/demo.ts";
import { actorFor } from "#features/accounts/server/public.ts";
import { demoDataApi } from "#features/setup/contract/demo-data.ts";
import { setupApi } from "#features/setup/contract/api.ts";
import { DAY_MS } from "#kernel/instant.ts";
import { DEMO_PEOPLE } from "#engines/demo-identity/people.ts";
import { browserConfig } from "#main/config/browser-config.ts";
import { liveConfig } from "#main/config/live-config.ts";
import { readSettings } from "#main/config/read.ts";
import { settle } from "#main/config/settle.ts";
import { findCarrier } from "#server/carrier.ts";
import { first } from "#server/db/db.ts";
import { good } from "#test/support/people/booking.ts";
import { lockWaited } from "#test/support/database/lock-wait.ts";
import { buildStreets } from "#test/support/people/streets.ts";
import { openWorld } from "#test/support/world.ts";
import type { Caller, World } from "#test/support/world.ts";
import { OURS } from "#server/db/empty-tables.ts";
import { KEPT } from "./demo-data.ts";
import { finishRemoval } from "./demo-files.ts";
import type { DemoRoom } from "./room.ts";
import { seedDeliveries } from "./seed.ts";

let world: World;
let admin: Caller;
let bo: Caller;

const parts = () => ({
  db: world.db,
  orgId: world.orgId,
  dataFolder: world.dataFolder,
  now: world.now,
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
});
const owner = (query: ReturnType<typeof sql>) => world.db.owner((tx) => query.execute(tx));
const setDemo = (isDemo: boolean) =>
  owner(sql`update organization set demo = ${isDemo} where id = ${world.orgId}`);
const countOf = async (table: string): Promise<number> =>
  (
    await world.db.owner((tx) =>
      first(tx, sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`),
    )
  )?.n ?? 0;

beforeAll(async () => {
  world = await openWorld({ runJobs: false });
  await buildStreets(world);
  admin = await world.person("Olga", "org-admin");
  bo = await world.person("A dispatcher", "dispatcher");
  await seedDeliveries(parts());
}, 300_000);
afterAll(() => world.close());

test("an installation that is no demo has nothing to remove", async () => {
  const data = good(await admin.call(demoDataApi.readDemoData, {}));
  expect(data.isDemo).toBe(false);
  expect(await admin.call(demoDataApi.removeDemoData, { name: data.name })).toMatchObject({
    status: 409,
    body: { code: "setup.no-demo" },
  });
  expect(await countOf("delivery")).toBe(60);
});

test("only an administrator sees or removes the data of a demo, by the organisation's name", async () => {
  await setDemo(true);
  const { name } = good(await admin.call(demoDataApi.readDemoData, {}));
  expect((await bo.call(demoDataApi.readDemoData, {})).status).toBe(403);
  expect((await bo.call(demoDataApi.removeDemoData, { name })).status).toBe(403);
  expect(await admin.call(demoDataApi.removeDemoData, { name: `${name}s` })).toMatchObject({
    status: 422,
    body: { code: "setup.other-name" },
  });
  expect(await countOf("delivery")).toBe(60);
});

const heldBy = async () => good(await admin.call(demoDataApi.readDemoData, {})).heldBy;
const removal = async (typed?: string) => {
  const { name } = good(await admin.call(demoDataApi.readDemoData, {}));
  return admin.call(demoDataApi.removeDemoData, { name: typed ?? name });
};

test("the data stays once real money moved, or somebody with an own sign-in ordered", async () => {
  await owner(sql`update payment set provider = 'stripe'`);
  expect(await heldBy()).toBe("real-money");
  expect((await removal()).body).toMatchObject({ code: "setup.real-money" });
  await owner(sql`update payment set provider = 'sandbox'`);
  await owner(sql`update person set issuer = 'https://id.example' where subject = 'demo-ada'`);
  expect(await heldBy()).toBe("real-orders");
  expect((await removal()).body).toMatchObject({ code: "setup.real-orders" });
  await owner(sql`update person set issuer = 'embedded' where subject = 'demo-ada'`);
  expect(await countOf("delivery")).toBe(60);
});

test("cash and invoices of the demo hold nothing back, those of a person who came since do", async () => {
  await owner(sql`update payment set provider = 'none', way = 'cash-delivery'
    where id = (select id from payment where purpose = 'booking' and owed_minor = 0 order by id limit 1)`);
  expect(await heldBy()).toBe(null);
  const order = sql`(select order_id from payment where provider = 'none')`;
  const stranger = bo.actor.userId ?? "";
  const before = await world.one<{ payer: string | null }>(
    sql`select payer_id as payer from sales_order where id = ${order}`,
  );
  await owner(sql`update sales_order set payer_id = ${stranger} where id = ${order}`);
  expect(await heldBy()).toBe("real-orders");
  await owner(sql`update sales_order set payer_id = ${before?.payer} where id = ${order}`);
  expect(await heldBy()).toBe(null);
  // Entered for somebody who called: the order names no payer.
  await owner(
    sql`update event set actor_id = ${stranger} where aggregate = 'order' and aggregate_id = ${order} and seq = 1`,
  );
  expect(await heldBy()).toBe("real-orders");
  expect((await removal()).body).toMatchObject({ code: "setup.real-orders" });
  await owner(sql`update event set actor_id = null where actor_id = ${stranger} and aggregate = 'order'`);
  expect(await heldBy()).toBe(null);
});

test("a payment that commits while the removal waits for its tables holds it back", async () => {
  const writer = await world.db.pool.connect();
  try {
    await writer.query("begin");
    await writer.query("update payment set provider = 'stripe' where provider = 'sandbox'");
    const asked = removal();
    await Promise.race([lockWaited(world.db), asked]);
    await writer.query("commit");
    expect((await asked).body).toMatchObject({ code: "setup.real-money" });
  } finally {
    writer.release();
  }
  expect(await countOf("delivery")).toBe(60);
  await owner(sql`update payment set provider = 'sandbox' where provider = 'stripe'`);
});

const day = async () => good(await world.guest().call(demoApi.readDemo, {})).day;

test("a removal that is refused leaves the live day running", async () => {
  good(await admin.call(demoApi.runDay, { speed: 1 }));
  expect((await removal("Another name")).status).toBe(422);
  expect(await day()).toMatchObject({ speed: 1 });
});

/** Tables that hold rows after the removal, beside those of `KEPT`, each with the reason. */
const STAYS: Readonly<Record<string, string>> = {
  "public.command": "the removal itself is noted",
  "public.event": "the removal itself is told",
  "graphile_worker.migrations": "it says how the queue was made",
  "graphile_worker._private_tasks": "names of the program's jobs",
  "graphile_worker._private_known_crontabs": "times of the program's jobs",
  "oidc.secret": "keys of the embedded sign-in",
  "oidc.record": "sessions of the embedded sign-in run out by themselves",
  "oidc.session_end": "it ends the sign-ins of whoever went",
  "sandbox_bank.clock": "its clock does not run backwards",
};

/** Nothing of a demo is ever in them. */
const INSTALL = OURS.map((name) => `public.${name}`);

interface TableNow {
  readonly name: string;
  readonly file: string;
}
/** Every table but those of PostgreSQL itself, with the file that holds its rows: a table that is emptied gets a new one. */
const tables = () =>
  world.run<TableNow>(sql`
    select n.nspname || '.' || c.relname as name, pg_relation_filenode(c.oid)::text as file
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`);

const signIn = () =>
  actorFor({ db: world.db, orgId: world.orgId }, world.now, {
    issuer: "embedded",
    subject: "demo-bo",
    name: "Bo Hansen",
    roles: ["dispatcher"],
  });
const writeFileIn = async (folder: string, name: string, at = world.now) => {
  const file = path.join(world.dataFolder, folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, "of the demo");
  await utimes(file, at / 1000, at / 1000);
  return file;
};

test("removed, an empty set-up is left with its administrators and its map, and no start makes the demo anew", async () => {
  const before = good(await admin.call(demoDataApi.readDemoData, {}));
  expect(before).toMatchObject({ isDemo: true, deliveries: 60, heldBy: null });
  const [places, tablesBefore] = [await countOf("place"), await tables()];
  await writeFileIn("uploads", "half.part");
  await writeFileIn("mails", "receipt.eml");
  const { userId } = await signIn();
  const after = good(await removal());
  expect(after).toEqual({ ...before, isDemo: false, deliveries: 0, people: 0 });

  const files = new Map((await tables()).map(({ name, file }) => [name, file]));
  const kept = Object.keys(KEPT).map((name) => `public.${name}`);
  expect([...kept, ...INSTALL, ...Object.keys(STAYS)].filter((name) => !files.has(name))).toEqual([]);
  const others = tablesBefore.filter(({ name }) => !kept.includes(name) && !INSTALL.includes(name));
  const asBefore = others.filter(({ name, file }) => name.startsWith("public.") && files.get(name) === file);
  expect(asBefore, "tables that are not emptied").toEqual([]);
  const full: string[] = [];
  for (const { name } of others) if (!(name in STAYS) && (await countOf(name)) > 0) full.push(name);
  expect(full, "tables that hold rows").toEqual([]);
  expect(await countOf("invitation")).toBe(0);
  expect(await countOf("place")).toBe(places);
  expect(await countOf("person")).toBe(before.administrators);
  expect(await countOf("command")).toBe(2);
  expect(await countOf("event")).toBe(1);
  expect(
    ["pictures", "uploads", "mails"].filter((name) => existsSync(path.join(world.dataFolder, name))),
  ).toEqual([]);

  const setup = good(await admin.call(setupApi.readSetup, {}));
  expect(setup).toMatchObject({ missing: ["area", "hours", "price"], hasMap: true, finishedAt: null });
  expect(setup.organisation).toMatchObject({ name: before.name, isFixed: false });
  expect((await removal()).body).toMatchObject({ code: "setup.no-demo" });
  expect(await findCarrier(world.db)).toEqual({ id: world.orgId, demo: false });

  expect((await bo.call(demoDataApi.readDemoData, {})).status).toBe(401);
  const theirs = { issuer: "embedded", subject: "demo-bo", sid: "any", issuedAt: world.now };
  expect(world.sessionEnds.isEnded(theirs)).toBe(true);
  expect((await signIn()).userId, "nobody is remembered").not.toBe(userId);
});

test("removed, the live day does not begin again", async () => {
  await setDemo(true);
  expect(await day()).toMatchObject({ speed: 0, riding: 0 });
  expect(good(await admin.call(demoApi.runDay, { speed: 60 }))).toMatchObject({ speed: 0, riding: 0 });
  await setDemo(false);
});

test("a removal whose process ended before the files were gone is finished at the next start, once", async () => {
  const finish = () => finishRemoval({ ...parts(), now: world.now });
  const picture = await writeFileIn("pictures/ab", "abc.jpg");
  await finish();
  expect(existsSync(picture), "it was finished before").toBe(true);
  await owner(sql`delete from command where type = 'demo.files-removed'`);
  const later = await writeFileIn("mails", "later.eml", world.now + DAY_MS);
  await finish();
  expect([existsSync(picture), existsSync(later)]).toEqual([false, true]);
  const next = await writeFileIn("uploads", "next.part");
  await finish();
  expect(existsSync(next)).toBe(true);
});

test("where anybody may be an administrator nobody removes the data", async () => {
  const open = await openWorld({ demo: "open" });
  onTestFinished(() => open.close());
  const somebody = await open.person("Somebody", "org-admin");
  const { name, heldBy: reason } = good(await somebody.call(demoDataApi.readDemoData, {}));
  expect(reason).toBe("open-demo");
  expect(await somebody.call(demoDataApi.removeDemoData, { name })).toMatchObject({
    status: 409,
    body: { code: "setup.open-demo" },
  });
  expect(await findCarrier(open.db)).toMatchObject({ demo: true });
});

test("the configuration of pages names the demo's people until its data is removed", async () => {
  const here = await openWorld({ demo: "own" });
  onTestFinished(() => here.close());
  const config = liveConfig(here, browserConfig(settle(readSettings({}, []).settings, {}), "/script.js"));
  expect((await config()).demo).toMatchObject({ on: true, people: { length: DEMO_PEOPLE.length } });
  const somebody = await here.person("Somebody", "org-admin");
  const { name } = good(await somebody.call(demoDataApi.readDemoData, {}));
  good(await somebody.call(demoDataApi.removeDemoData, { name }));
  expect((await config()).demo).toEqual({ on: false, people: [] });
});

test("what another process removed ends in this one, too", async () => {
  const here = await openWorld({ demo: "own" });
  onTestFinished(() => here.close());
  const demo = here.server.rooms.find((room) => room.name === "demo") as DemoRoom;
  expect(demo.isOn()).toBe(true);
  const { orgId } = here;
  // As the other process writes it: this one hears of it by reading the log.
  await here.run(sql`insert into event (org_id, aggregate, aggregate_id, seq, type, data, audience, actor_kind, occurred_at, recorded_at)
    values (${orgId}, 'organisation', ${orgId}, 1, 'setup.demo-removed', '{}', '{"staff": true}', 'person', now(), now())`);
  await expect.poll(() => demo.isOn(), { timeout: 60_000 }).toBe(false);
});
