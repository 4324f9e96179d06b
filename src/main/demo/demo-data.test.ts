import { existsSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoDataApi } from "#features/setup/contract/demo-data.ts";
import { setupApi } from "#features/setup/contract/api.ts";
import { pictureFolder } from "#features/deliveries/server/public.ts";
import { findCarrier } from "#server/carrier.ts";
import { first } from "#server/db/db.ts";
import { good } from "#test/support/people/booking.ts";
import { buildStreets } from "#test/support/people/streets.ts";
import { openWorld } from "#test/support/world.ts";
import type { Caller, World } from "#test/support/world.ts";
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

test("the data stays once real money moved, or somebody with an own sign-in ordered", async () => {
  const { name } = good(await admin.call(demoDataApi.readDemoData, {}));
  const refused = async () => (await admin.call(demoDataApi.removeDemoData, { name })).body;
  await owner(sql`update payment set provider = 'stripe'`);
  expect(good(await admin.call(demoDataApi.readDemoData, {})).heldBy).toBe("real-money");
  expect(await refused()).toMatchObject({ code: "setup.real-money" });
  await owner(sql`update payment set provider = 'sandbox'`);
  await owner(sql`update person set issuer = 'https://id.example' where subject = 'demo-ada'`);
  expect(good(await admin.call(demoDataApi.readDemoData, {})).heldBy).toBe("real-orders");
  expect(await refused()).toMatchObject({ code: "setup.real-orders" });
  await owner(sql`update person set issuer = 'embedded' where subject = 'demo-ada'`);
  expect(await countOf("delivery")).toBe(60);
});

test("removed, an empty set-up is left with its administrators and its map, and no start makes the demo anew", async () => {
  const before = good(await admin.call(demoDataApi.readDemoData, {}));
  expect(before).toMatchObject({ isDemo: true, deliveries: 60, heldBy: null });
  const places = await countOf("place");
  const after = good(await admin.call(demoDataApi.removeDemoData, { name: before.name }));
  expect(after).toEqual({ ...before, isDemo: false, deliveries: 0, people: 0 });
  for (const table of [
    "sales_order",
    "payment",
    "receipt",
    "proof",
    "route",
    "quote",
    "price_list",
    "notice",
  ])
    expect([table, await countOf(table)]).toEqual([table, 0]);
  expect(existsSync(pictureFolder(world.dataFolder))).toBe(false);
  expect(await countOf("place")).toBe(places);
  expect(await countOf("person")).toBe(before.administrators);
  const setup = good(await admin.call(setupApi.readSetup, {}));
  expect(setup).toMatchObject({ missing: ["area", "hours", "price"], hasMap: true, finishedAt: null });
  expect(setup.organisation).toMatchObject({ name: before.name, isFixed: false });
  expect((await admin.call(demoDataApi.removeDemoData, { name: before.name })).body).toMatchObject({
    code: "setup.no-demo",
  });
  expect(await findCarrier(world.db)).toEqual({ id: world.orgId, demo: false });
});
