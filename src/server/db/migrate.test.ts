import { expect, test } from "vitest";
import type { ClientBase } from "pg";
import { EARLIER_LAYOUT, MigrationTrouble, pendingMigrations, readMigrations, troubleIn } from "./migrate.ts";

const [first, second] = [
  { name: "0001-server.sql", sql: "select 1", hash: "a" },
  { name: "0002-more.sql", sql: "select 2", hash: "b" },
];
/** A database that has run these. */
const having = (...ran: { name: string; hash: string }[]): ClientBase =>
  answering((text) => (text.includes("to_regclass") ? [{ there: true }] : ran));
const answering = (rowsOf: (text: string) => object[]): ClientBase =>
  // Only `query` is asked, and only for what ran.
  ({ query: (text: string) => Promise.resolve({ rows: rowsOf(text) }) }) as unknown as ClientBase;

test("what ran is not run again, what is new is", async () => {
  expect(await pendingMigrations(having(), [first, second])).toEqual([first, second]);
  expect(await pendingMigrations(having(first), [first, second])).toEqual([second]);
  expect(await pendingMigrations(having(first, second), [first, second])).toEqual([]);
});

test("looking at an empty database makes nothing in it", async () => {
  const asked: string[] = [];
  const empty = answering((text) => {
    asked.push(text);
    return [{ there: false }];
  });
  expect(await pendingMigrations(empty, [first, second])).toEqual([first, second]);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(/^select /);
});

test("a migration that was edited after it ran stops the start, with the way out", async () => {
  const trouble = pendingMigrations(having({ ...first, hash: "other" }), [first]);
  await expect(trouble).rejects.toThrow(MigrationTrouble);
  await expect(trouble).rejects.toThrow("0001-server.sql was edited after it ran on this database: start");
  await expect(trouble).rejects.toThrow('"waybill reset --demo"');
});

test("a database of a newer version is left alone", async () => {
  await expect(pendingMigrations(having(first, second), [first])).rejects.toThrow("start a newer version");
  expect(await troubleIn(having(first, second), [first])).toMatchObject({ exitCode: 4 });
});

test("a database that has run a file which is left out by now is not sent to a newer version", async () => {
  const trouble = pendingMigrations(having(first, second), [second]);
  await expect(trouble).rejects.toThrow(MigrationTrouble);
  await expect(trouble).rejects.toThrow("0001-server.sql, which this version of Waybill has left out: start");
  await expect(trouble).rejects.toThrow('"waybill reset --demo"');
});

test.each([
  ["in files by subject", ["0001-core.sql", "0008-dispatch.sql", "0077-told-address.sql"]],
  ["in files by room, to which others were added", ["0001-core.sql", "0019-courier.sql", "0056-audit.sql"]],
  ["by a first start that was broken off", ["0001-core.sql"]],
])("a database whose tables were laid out %s is refused with the way out", async (_, names) => {
  const earlier = having(...names.map((name) => ({ name, hash: "c" })));
  const all = readMigrations("db/migrations");
  const trouble = pendingMigrations(earlier, all);
  await expect(trouble).rejects.toThrow(MigrationTrouble);
  await expect(trouble).rejects.toThrow(/^This database was made by an earlier Waybill.*new data folder/);
  expect(await troubleIn(earlier, all)).toMatchObject(EARLIER_LAYOUT_SAID);
});

const EARLIER_LAYOUT_SAID = { says: EARLIER_LAYOUT.says, cure: EARLIER_LAYOUT.cure, exitCode: 1 };

test("a database that these files make is no trouble", async () => {
  const all = readMigrations("db/migrations");
  expect(all.length).toBeGreaterThan(10);
  expect(await troubleIn(having(...all), all)).toBeUndefined();
  expect(await pendingMigrations(having(...all), all)).toEqual([]);
});
