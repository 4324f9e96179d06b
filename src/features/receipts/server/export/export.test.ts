import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import { held, taken, type Held } from "#test/support/paying/paying.ts";
import { useWorld } from "#test/support/use-world.ts";
import { EXPORT_SHEETS, exportPath, type ExportSheet } from "../../contract/export.ts";
import { decimal } from "./sheets.ts";

const { world, sam } = useWorld({
  shop: true,
  people: { sam: ["Sam", "sender"], olga: ["Olga", "org-admin"] },
});
let paid: Held;
beforeAll(async () => void (paid = await taken(world, sam)));

const day = (at = world.now): string => toIso(at).slice(0, 10);
const read = (who: string, sheet: ExportSheet | "secrets", from = day(), to = day()) =>
  world.server.app.inject({
    method: "GET",
    url: exportPath(sheet as ExportSheet, { from, to }),
    headers: { authorization: `Bearer ${who}` },
  });
const linesOf = (body: string): string[] => body.replace("\uFEFF", "").trimEnd().split("\r\n");

test.each<[number, string, string]>([
  [1190, "EUR", "11.90"],
  [5, "EUR", "0.05"],
  [0, "EUR", "0.00"],
  [-250, "EUR", "-2.50"],
  [1190, "JPY", "1190"],
  [1510, "KWD", "1.510"],
  [7, "KWD", "0.007"],
])("%i minor units of %s are written as %s", (minor, currency, written) => {
  expect(decimal(minor, currency)).toBe(written);
});

test("payments are a table that a spreadsheet opens: marked as UTF-8, decimal amounts, a name with its days", async () => {
  const answer = await read("Olga", "payments");
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="waybill-payments-${day()}-${day()}.csv"`,
    "cache-control": "private, no-store",
  });
  expect(answer.body.startsWith("\uFEFFpayment,order,opened,")).toBe(true);
  const [, ...rows] = linesOf(answer.body);
  const own = rows.find((row) => row.startsWith(paid.paymentId));
  expect(own).toContain(`,EUR,${decimal(paid.minor, "EUR")},${decimal(paid.minor, "EUR")},0.00,`);
});

test("the days are the organisation's, first and last included", async () => {
  const before = await read("Olga", "payments", day(world.now - 2 * DAY_MS), day(world.now - DAY_MS));
  expect(linesOf(before.body)).toHaveLength(1);
  const [, ...rows] = linesOf((await read("Olga", "receipts", day(world.now - DAY_MS), day())).body);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatch(/^R-2026-000001,receipt,/);
});

test.each([
  ['=HYPERLINK("http://x";"y")', `"'=HYPERLINK(""http://x"";""y"")"`],
  ["@SUM(1)", `'@SUM(1)`],
  ["-1", `'-1`],
  ["＝1", `'＝1`],
  ["\tone", `'\tone`],
  [" =1+1", `' =1+1`],
  ['"=1+1', `"'""=1+1"`],
  ["sorry;=1+1", `sorry;'=1+1`],
  ["sorry, -1", `"sorry, '-1"`],
  ["one\n+two", `"one\n'+two"`],
  ["late - by an hour", `late - by an hour`],
])("what a customer wrote is never a formula: %j", async (note, cell) => {
  const one = await held(world, sam);
  await world.run(sql`
    insert into refund_request (org_id, id, payment_id, amount_minor, reason, note, asked_at, state, changed_at)
        values (${world.orgId}, gen_random_uuid(), ${one.paymentId}, 100, 'other', ${note},
          ${toIso(world.now)}, 'declined', ${toIso(world.now)})`);
  const { body } = await read("Olga", "refunds");
  expect(body).toContain(`,other,${cell},`);
});

test("an amount below zero is a number in the table, and what a person wrote beside it is not", async () => {
  const one = await held(world, sam);
  const id = crypto.randomUUID();
  await world.run(sql`
    insert into refund_request (org_id, id, payment_id, amount_minor, reason, note, asked_at, state, changed_at)
        values (${world.orgId}, ${id}, ${one.paymentId}, 1230, 'other', '-1', ${toIso(world.now)}, 'declined',
          ${toIso(world.now)})`);
  const back = linesOf((await read("Olga", "refunds")).body).find((row) => row.startsWith(id)) ?? "";
  expect(back).toContain(",other,'-1,");
  expect(back).toMatch(/,EUR,12\.30$/);
});

test("thousands of rows come whole and in order, page by page", async () => {
  const many = 1203;
  await world.run(sql`insert into payment_finding (org_id, id, kind, about, facts, found_at, seen_at)
        select ${world.orgId}, gen_random_uuid(), 'invariant', 'row ' || lpad(n::text, 5, '0'), '{}',
          ${toIso(world.now)}::timestamptz + make_interval(secs => n / 7), ${toIso(world.now)}
        from generate_series(1, ${many}) n`);
  const [, ...rows] = linesOf((await read("Olga", "findings")).body);
  const abouts = rows.map((row) => row.split(",")[2] ?? "").filter((about) => about.startsWith("row "));
  expect(new Set(abouts).size).toBe(many);
  const times = rows.map((row) => row.split(",")[5] ?? "");
  expect(times).toEqual(times.toSorted());
});

test("nobody without the role, no other table, and no days that are none", async () => {
  await world.person("Dora", "dispatcher");
  for (const sheet of EXPORT_SHEETS)
    for (const who of ["Sam", "Dora"]) expect((await read(who, sheet)).statusCode).toBe(403);
  expect((await read("Olga", "secrets")).statusCode).toBe(400);
  expect((await read("Olga", "payments", "2026-02-31", day())).statusCode).toBe(400);
  expect((await read("Olga", "payments", day(), day(world.now - DAY_MS))).statusCode).toBe(400);
});
