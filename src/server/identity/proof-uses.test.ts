import { afterAll, beforeAll, expect, test } from "vitest";
import { type BareDatabase, openBareDatabase } from "#test/support/database/bare-database.ts";
import { openDb } from "../db/db.ts";
import { deleteOldUses, useOnceIn, useOnceWithin } from "./proof-uses.ts";
import { PROOF_KEPT_MS } from "./proof.ts";

const NOW = Date.UTC(2026, 5, 17, 8);
const LATER = NOW + PROOF_KEPT_MS;

let database: BareDatabase;
let other: BareDatabase["db"];

beforeAll(async () => {
  database = await openBareDatabase();
  other = openDb(database.connection, 6);
});
afterAll(async () => {
  await other.close();
  await database.close();
});

test("is good once, whichever process asks, however many at once", async () => {
  const [here, there] = [useOnceIn(database.db), useOnceIn(other)];
  const asked = Array.from({ length: 40 }, (_, nth) => (nth % 2 === 0 ? here : there)("a proof", NOW, LATER));
  expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1);
  expect(await here("another proof", NOW, LATER)).toBe(true);
});

test("may come again once it would be refused for its age, and not a moment before", async () => {
  const once = useOnceIn(database.db);
  await once("aged", NOW, LATER);
  expect(await once("aged", LATER - 1, LATER + PROOF_KEPT_MS)).toBe(false);
  expect(await once("aged", LATER, LATER + PROOF_KEPT_MS)).toBe(true);
  expect(await once("aged", LATER + 1, LATER + PROOF_KEPT_MS)).toBe(false);
});

test("is undone with the transaction that used it", async () => {
  const failing = other.owner(async (tx) => {
    expect(await useOnceWithin(tx)("undone", NOW, LATER)).toBe(true);
    expect(await useOnceWithin(tx)("undone", NOW, LATER)).toBe(false);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await other.owner((tx) => useOnceWithin(tx)("undone", NOW, LATER))).toBe(true);
  expect(await useOnceIn(database.db)("undone", NOW, LATER)).toBe(false);
});

test("is forgotten by the sweep when its time is over; no text of it is kept", async () => {
  await useOnceIn(database.db)("secret text", NOW, LATER);
  await deleteOldUses(database.db, LATER);
  expect(await useOnceIn(database.db)("secret text", NOW, LATER)).toBe(false);
  const { rows } = await other.pool.query("select digest from oidc.used_once");
  expect(JSON.stringify(rows)).not.toContain("secret");
  for (const { digest } of rows) expect(digest).toHaveLength(32);
  await deleteOldUses(database.db, LATER + PROOF_KEPT_MS + 1);
  expect((await other.pool.query("select from oidc.used_once")).rowCount).toBe(0);
});
