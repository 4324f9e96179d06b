import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readMigrations } from "#server/db/migrate.ts";
import {
  type MigrationFile,
  type Released,
  OWNERS,
  foreignChanges,
  ownerOf,
  releaseFaults,
} from "./support/checks/migrations.ts";
import { crossingsOf, schemaOf } from "./support/checks/sql-walls.ts";
import { ROOMS } from "./support/checks/walls.ts";

const FOLDER = "db/migrations";
const files = readMigrations(FOLDER).map(({ name, sql, hash }): MigrationFile => ({
  path: `${FOLDER}/${name}`,
  text: sql,
  hash,
}));
const released: Released = JSON.parse(readFileSync(`${FOLDER}/released.json`, "utf8"));
const manifest: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));

test("migrations that were released are as they were, and new ones come after them", () => {
  expect(Object.keys(released["0.1.0"] ?? {})).toHaveLength(43);
  expect(Object.keys(released)).toContain(manifest.version);
  expect(releaseFaults(files, released)).toEqual([]);
});

test("each room changes its own tables alone", () => {
  expect(foreignChanges(files, schemaOf(files, ROOMS))).toEqual([]);
});

const WAS: Released = { "0.1.0": { "0001-server.sql": "a", "0009-deliveries.sql": "b" } };
const file = (name: string, hash: string, text = ""): MigrationFile => ({
  path: `${FOLDER}/${name}`,
  text,
  hash,
});
const kept = [file("0001-server.sql", "a"), file("0009-deliveries.sql", "b")];

test.each<[string, MigrationFile[], RegExp]>([
  [
    "what was released and later files of rooms are none",
    [...kept, file("0010-deliveries-note.sql", "c")],
    /^none$/,
  ],
  [
    "an edited one",
    [file("0001-server.sql", "x"), kept[1]!],
    /^0001-server.sql was released with 0.1.0 and was edited; .*new file with the next number/,
  ],
  ["one that is gone", kept.slice(1), /^0001-server.sql was released with 0.1.0 and is gone; .*new file/],
  ["a new one between them", [...kept, file("0004-places.sql", "c")], /would run before 0009.*higher number/],
  ["one of no room", [...kept, file("0010-orders.sql", "c")], /begins with the name of no room/],
  [
    "two of one number",
    [...kept, file("0010-quotes.sql", "c"), file("0010-books.sql", "d")],
    /shares its number/,
  ],
])("fault of a release: %s", (_, found, says) => {
  const faults = releaseFaults(found, WAS);
  expect(faults[0] ?? "none").toMatch(says);
});

test.each([
  ["0011-payments.sql", "payments"],
  ["0057-payments-fees.sql", "payments"],
  ["0058-payments-fill-fees.batches.sql", "payments"],
  ["0060-courier-phone-marks.sql", "courier-phone"],
  ["0061-courier-marks.sql", "courier"],
  ["0062-couriers.sql", undefined],
])("%s belongs to %s", (name, room) => {
  expect(OWNERS).toContain("courier-phone");
  expect(ownerOf(`db/migrations/${name}`)).toBe(room);
});

test("a table belongs to the room whose migration makes it, in whichever of its files", () => {
  const later = [
    file("0009-deliveries.sql", "b", "create table delivery (\n);"),
    file("0044-deliveries-note.sql", "c", "create table delivery_note (\n);\ncreate view noted as select 1;"),
    file("0045-payments-fee.sql", "d", "create table fee (\n);"),
  ];
  const schema = schemaOf(later, ROOMS);
  expect(Object.fromEntries(schema.tables)).toEqual({
    delivery: "deliveries",
    delivery_note: "deliveries",
    fee: "payments",
  });
  const inRoom = (room: string, text: string) =>
    crossingsOf([{ path: `src/features/${room}/server/a.ts`, text }], schema).map(
      ({ kind, table }) => `${kind} ${table}`,
    );
  expect(inRoom("deliveries", "sql`update delivery_note set x = 1`")).toEqual([]);
  expect(inRoom("payments", "sql`update delivery_note set x = 1`")).toEqual(["writes delivery_note"]);
  expect(inRoom("payments", "sql`select from noted`")).toEqual([]);
  expect(foreignChanges(later, schema)).toEqual([]);
});

test.each([
  "alter table delivery add column x int;",
  "drop table if exists delivery;",
  "update delivery set x = 1;",
  "create unique index a on delivery (x);",
  "create trigger t before insert on delivery for each row execute function f();",
  "create or replace view work as select 1;",
])("a file that changes what another room made is caught: %s", (text) => {
  const first = file(
    "0009-deliveries.sql",
    "b",
    "create table delivery (\n);\ncreate view work as select 1;",
  );
  const later = file("0046-payments-more.sql", "e", text);
  const schema = schemaOf([first], ROOMS);
  expect(foreignChanges([later], schema)).toEqual([
    expect.stringMatching(/^0046-payments-more.sql changes (delivery|work), which a file of deliveries made/),
  ]);
});
