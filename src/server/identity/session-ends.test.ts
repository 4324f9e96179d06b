import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { type BareDatabase, openBareDatabase } from "#test/support/database/bare-database.ts";
import { openDb } from "../db/db.ts";
import {
  type SessionEnds,
  type SignInEnd,
  endPerson,
  endSession,
  openSessionEnds,
  deleteOldSessionEnds,
} from "./session-ends.ts";

const issuer = "https://id.example";
const PATIENCE = { timeout: 15_000 };

let database: BareDatabase;
let here: SessionEnds;
let there: SessionEnds;
let now = Date.UTC(2026, 5, 17, 8);
const close: (() => Promise<void>)[] = [];

/** The ends as another process knows them, over connections of its own. */
async function openOther(onError?: (error: unknown) => void, most?: number) {
  const db = openDb(database.connection, 2);
  const ends = await openSessionEnds(db, () => now, onError, most);
  close.push(async () => {
    await ends.close();
    await db.close();
  });
  return { db, ends };
}

beforeAll(async () => {
  database = await openBareDatabase();
});
beforeEach(async () => {
  now = Date.UTC(2026, 5, 17, 8);
  here = await openSessionEnds(database.db, () => now);
  close.push(here.close);
  there = (await openOther()).ends;
});
afterEach(async () => {
  for (const one of close.splice(0)) await one();
  await database.db.pool.query("delete from oidc.session_end");
});
afterAll(() => database.close());

const signIn = (sid: string, issuedAt = now) => ({ issuer, subject: "ada", sid, issuedAt });
const until = () => now + 10 * MINUTE_MS;
const over = (sid: string, ends = here) => ends.isEnded(signIn(sid));

test("an end counts here from its commit on, elsewhere within a second or so, and each process tells it once", async () => {
  const told: SignInEnd[] = [];
  for (const ends of [here, there]) ends.onEnded((end) => told.push(end));
  await database.db.as({ orgId: crypto.randomUUID() }, async (tx) => {
    await endSession(tx, { issuer, sid: "s1", at: now, until: until() });
    expect(over("s1")).toBe(false);
  });
  expect([over("s1"), over("s2")]).toEqual([true, false]);
  await expect.poll(() => over("s1", there), PATIENCE).toBe(true);
  await database.db.owner((tx) => endSession(tx, { issuer, sid: "s3", at: now, until: until() }));
  await expect.poll(() => over("s3", there), PATIENCE).toBe(true);
  const once = { issuer, kind: "session", value: "s1", at: now, until: until() };
  expect(told.filter(({ value }) => value === "s1")).toEqual([once, once]);
});

test("a transaction that fails ends nothing", async () => {
  const failing = database.db.owner(async (tx) => {
    await endSession(tx, { issuer, sid: "kept", at: now, until: until() });
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect([over("kept"), over("kept", there)]).toEqual([false, false]);
});

test("what a long transaction commits late is found although others came and went meanwhile", async () => {
  let commit: () => void = () => undefined;
  const waits = new Promise<void>((done) => (commit = done));
  const long = database.db.owner(async (tx) => {
    await endSession(tx, { issuer, sid: "late", at: now, until: until() });
    await waits;
  });
  await database.db.owner((tx) => endSession(tx, { issuer, sid: "early", at: now, until: until() }));
  await expect.poll(() => over("early", there), PATIENCE).toBe(true);
  expect(over("late", there)).toBe(false);
  commit();
  await long;
  await expect.poll(() => over("late", there), PATIENCE).toBe(true);
});

test("a person's end covers what was issued up to it; an earlier end takes none of it back", async () => {
  const is = (issuedAt: number) => here.isEnded(signIn("any", issuedAt));
  await database.db.owner((tx) => endPerson(tx, { issuer, subject: "ada", at: now, until: until() }));
  await database.db.owner((tx) =>
    endPerson(tx, { issuer, subject: "ada", at: now - MINUTE_MS, until: until() - MINUTE_MS }),
  );
  expect([is(now - 1), is(now), is(now + 1_000)]).toEqual([true, true, false]);
  const late = await openOther();
  expect(late.ends.isEnded(signIn("any"))).toBe(true);
});

// v5.0.0-6.8.1, v5.0.0-10.3.3
test("another issuer's session of the same name, and its person, are not meant", async () => {
  await database.db.owner(async (tx) => {
    await endSession(tx, { issuer, sid: "s1", at: now, until: until() });
    await endPerson(tx, { issuer, subject: "ada", at: now, until: until() });
  });
  expect(here.isEnded({ ...signIn("s1"), issuer: "https://other.example" })).toBe(false);
  expect(here.isEnded({ ...signIn("s2"), subject: "bo" })).toBe(false);
});

test("an end is forgotten at its time, in memory and in the database", async () => {
  await database.db.owner((tx) => endSession(tx, { issuer, sid: "s1", at: now, until: until() }));
  await deleteOldSessionEnds(database.db, now);
  expect(over("s1")).toBe(true);
  now += 10 * MINUTE_MS + 1;
  expect(over("s1")).toBe(false);
  await deleteOldSessionEnds(database.db, now);
  expect((await database.db.pool.query("select from oidc.session_end")).rowCount).toBe(0);
});

test("a database that cannot be read for a while is said, and what it missed is read later", async () => {
  const onError = vi.fn<(error: unknown) => void>();
  const { db, ends } = await openOther(onError);
  const query = vi.spyOn(db.pool, "query").mockRejectedValue(new Error("away"));
  await vi.waitFor(() => expect(onError).toHaveBeenCalled(), PATIENCE);
  await database.db.owner((tx) => endSession(tx, { issuer, sid: "missed", at: now, until: until() }));
  expect(over("missed", ends)).toBe(false);
  query.mockRestore();
  await expect.poll(() => over("missed", ends), PATIENCE).toBe(true);
});

test("of more ends than memory holds, those go first that would be forgotten first", async () => {
  await database.db.pool.query(
    `insert into oidc.session_end (issuer, kind, value, ended_at, forget_at)
     select $1, 'session', 's' || n, $2::timestamptz, $2::timestamptz + n * interval '1 second'
     from generate_series(1, 120) n`,
    [issuer, new Date(now).toISOString()],
  );
  const { db, ends } = await openOther(undefined, 100);
  const known = () => [1, 20, 21, 40, 120, 121, 140].map((nth) => over(`s${nth}`, ends));
  expect(known()).toEqual([false, false, true, true, true, false, false]);
  await db.pool.query(
    `insert into oidc.session_end (issuer, kind, value, ended_at, forget_at)
     select $1, 'session', 's' || n, $2::timestamptz, $2::timestamptz + n * interval '1 second'
     from generate_series(121, 140) n`,
    [issuer, new Date(now).toISOString()],
  );
  await expect.poll(known, PATIENCE).toEqual([false, false, false, false, true, true, true]);
});
