import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import path from "node:path";
import { unaliasedColumns } from "./support/checks/aliased-columns.ts";
import { crossingsOf, schemaOf } from "./support/checks/sql-walls.ts";
import type { SourceFile } from "./support/checks/walls.ts";

const FOLDER = "db/migrations";
const schema = schemaOf(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".sql"))
    .map((name) => ({ path: name, text: readFileSync(`${FOLDER}/${name}`, "utf8") })),
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

test("a statement aliases its columns to our names, so that no code renames the keys of a row", () => {
  const own = readdirSync("src", { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join("src", name.replaceAll("\\", "/")))
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name): SourceFile => ({ path: name, text: readFileSync(name, "utf8") }));
  expect(own.length).toBeGreaterThan(50);
  expect(unaliasedColumns(own)).toEqual([]);
});

test.each([
  ["sql<{ id: string; done_at: number }>`select id, done_at from t`", ["done_at"]],
  [
    "interface Row extends Base { readonly a: 1 }\ninterface Base { org_id: string }\nsql<Row>`select`",
    ["org_id"],
  ],
  ['type Row = Pick<There, "is_on"> & { a: 1 };\npool.query<Row>("select")', ["is_on"]],
  ["type Out = { made_at: string };\nsql<{ doneAt: number; body: { inner_key: 1 } }>`select`", []],
])("columns that keep the database's names are found: %s", (text, columns) => {
  const files = [
    { path: "src/features/quotes/server/a.ts", text: `import type { There } from "./b.ts";\n${text}` },
    { path: "src/features/quotes/server/b.ts", text: "export interface There { is_on: boolean }" },
  ];
  expect(unaliasedColumns(files).map((line) => line.split(": ")[1])).toEqual(columns);
});
