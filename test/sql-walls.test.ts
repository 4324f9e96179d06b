import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { crossingsOf, schemaOf } from "./support/checks/sql-walls.ts";

const FOLDER = "db/migrations";
const schema = schemaOf(
  readdirSync(FOLDER).map((name) => ({ path: name, text: readFileSync(`${FOLDER}/${name}`, "utf8") })),
  [],
);

const inQuotes = (text: string) =>
  crossingsOf([{ path: "src/features/quotes/server/bad.ts", text }], schema).map(
    ({ kind, table }) => `${kind} ${table}`,
  );
test.each([
  ["await sql`select 1 from delivery d where d.id = 1`.execute(tx);", "reads delivery"],
  ["sql`select 1 from quote q\n  left join\n    delivery d on true`", "reads delivery"],
  ["sql`select 1 from quote q, delivery d`", "reads delivery"],
  ["sql`select 1 where exists (SELECT FROM public.delivery)`", "reads delivery"],
  ["const rest = sql`join delivery on true`;", "reads delivery"],
  ["const rest = sql`delivery d join quote q on true`;", "reads delivery"],
  ["client.query('select count(*) from sandbox_bank.intent')", "reads sandbox_bank.intent"],
  ['sql`select 1 from ${sql.table("delivery")}`', "reads delivery"],
  ["sql`update quote set state = 'x' from delivery d`", "reads delivery"],
  ["sql`delete from quote using delivery d`", "reads delivery"],
  ["sql`insert into delivery (id) values (1)`", "writes delivery"],
  ["sql`update delivery set number = 1`", "writes delivery"],
  ["sql`with gone as (delete from only delivery returning 1) select`", "writes delivery"],
  ["sql`update event set seq = 1`", "writes event"],
  ["sql`truncate quote, delivery cascade`", "writes delivery"],
])("a planted fault is caught: %s", (text, fault) => {
  expect(inQuotes(text)).toEqual([fault]);
});

test.each([
  "sql`select 1 from quote q join price_list l on true`",
  "sql`select 1 from event`",
  "// read from delivery once\nexport const delivery = 1;",
  'import { delivery } from "./delivery.ts";',
])("its own tables, those of the server and comments are no fault: %s", (text) => {
  expect(inQuotes(text)).toEqual([]);
});

test("a view is read by later rooms and written by none", () => {
  const made = schemaOf(
    [
      {
        path: "db/migrations/0009-deliveries.sql",
        text: "create table delivery (\n);\ncreate view work as select 1;",
      },
    ],
    ["quotes", "deliveries", "payments"],
  );
  const of = (room: string, text: string) =>
    crossingsOf([{ path: `src/features/${room}/server/bad.ts`, text }], made).map(({ kind }) => kind);
  expect(of("payments", "sql`select from work`")).toEqual([]);
  expect(of("quotes", "sql`select from work`")).toEqual(["reads"]);
  expect(of("payments", "sql`update work set x = 1`")).toEqual(["writes"]);
});
