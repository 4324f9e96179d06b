import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { readSettings } from "#main/config/read.ts";
import { settle } from "#main/config/settle.ts";
import { first } from "#server/db/db.ts";
import { openGate, stopGate } from "#features/payments/server/gate/gate-row.ts";
import { saveSeller } from "#features/receipts/server/public.ts";
import { withDatabase } from "#test/support/database/database-template.ts";
import { openWorld } from "#test/support/world.ts";
import type { World } from "#test/support/world.ts";
import { examineGate } from "./gate.ts";
import { examineSeller } from "./seller.ts";

let world: World;
let databaseUrl: string;
beforeAll(async () => {
  world = await openWorld({ runJobs: false });
  const row = await world.db.owner((tx) =>
    first(tx, sql<{ name: string }>`select current_database() as name`),
  );
  databaseUrl = withDatabase(inject("adminUrl"), row?.name ?? "").connectionString;
});
afterAll(() => world.close());

const settings = () => ({ ...settle(readSettings({}, []).settings, {}), databaseUrl });
const gate = async () => (await examineGate(settings()))[0];
const inGate = (work: Parameters<World["db"]["as"]>[1]) => world.db.as({ orgId: world.orgId }, work);

test("without a database to ask, without cards and before the first payment nothing is said", async () => {
  expect(await gate()).toBeUndefined();
  expect(await examineGate({ ...settings(), payment: "none" })).toEqual([]);
  expect(await examineGate({ ...settings(), databaseUrl: "postgresql://nobody@localhost:9/none" })).toEqual(
    [],
  );
});

test("a gate that shut says why, since when and what opens it", async () => {
  await inGate((tx) => stopGate({ tx, now: world.now }, "sandbox", "invalid_api_key"));
  const since = new Date(world.now).toISOString();
  expect(await gate()).toMatchObject({
    about: "gate",
    verdict: "bad",
    says: `card payments stand still since ${since}: the provider refuses the key (invalid_api_key)`,
    cure: expect.stringContaining("secret key"),
  });
  await inGate((tx) => stopGate({ tx, now: world.now }, "sandbox", "other-account", "acct_new"));
  expect(await gate()).toMatchObject({
    verdict: "bad",
    says: expect.stringContaining("the key is of acct_new"),
  });
  await inGate((tx) => openGate(tx, "sandbox", world.now, { account: "acct_ours", isLive: false }));
  expect(await gate()).toEqual({
    about: "gate",
    verdict: "good",
    says: "card payments go out to the provider",
  });
  await world.db.owner((tx) =>
    sql`update payment_gate set frozen_at = now(), frozen_from = now()`.execute(tx),
  );
  expect(await gate()).toMatchObject({ verdict: "careful", cure: expect.stringContaining("by itself") });
});

test("the doctor says whether receipts name a seller", async () => {
  expect(await examineSeller({ ...settings(), databaseUrl: "postgresql://nobody@localhost:9/none" })).toEqual(
    [],
  );
  expect(await examineSeller(settings())).toMatchObject([
    { about: "seller", verdict: "careful", cure: expect.stringContaining("/f/seller") },
  ]);
  const details = { name: "Nord eG", address: "Quay 1", taxId: "1", email: null, phone: null, footer: null };
  await inGate((tx) => saveSeller(tx, world.now, { details, after: 0, byName: null }));
  expect(await examineSeller(settings())).toEqual([
    { about: "seller", verdict: "good", says: "receipts name Nord eG as the seller" },
  ]);
});
