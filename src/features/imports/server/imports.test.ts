import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { orderEntryApi } from "#features/order-entry/contract/api.ts";
import { codeOf, good, head } from "#test/support/people/booking.ts";
import {
  base64,
  checkedImport,
  csvOf,
  type FileRow,
  goodRow,
  rowsOf,
  settledImport,
} from "#test/support/people/import-file.ts";
import { openTown } from "#test/support/people/open-town.ts";
import { useWorld } from "#test/support/use-world.ts";
import { importsApi } from "../contract/api.ts";

const { world, dora, ada, kim, sam } = useWorld({
  runJobs: "queued",
  eachTestAtTen: true,
  payWays: ["cash-collection", "cash-delivery", "invoice"],
  people: {
    dora: ["Dora", "dispatcher"],
    ada: ["Ada", "org-admin"],
    kim: ["Kim", "courier"],
    sam: ["Sam", "sender"],
  },
});

let houses: string[] = [];
beforeAll(async () => {
  houses = await openTown(world);
});

let nth = 0;
/** Rows that no other test has imported. */
const rows = (count: number, change: (row: FileRow, at: number) => FileRow = (row) => row): FileRow[] =>
  Array.from({ length: count }, (_, at) => {
    nth += 1;
    return change(goodRow(nth, houses), at);
  });
const check = (given: readonly FileRow[]) => checkedImport(world, dora, csvOf(given));
const confirm = async (id: string) => {
  good(await dora.call(importsApi.confirmImport, { id }));
  return settledImport(world, dora, id);
};
const deliveries = async (): Promise<number> =>
  (await world.one(sql<{ n: number }>`select count(*)::int as n from delivery`))?.n ?? 0;

test("a file becomes deliveries like those of the desk: priced, booked, with cash that is owed", async () => {
  const checked = await check(rows(3));
  expect(checked).toMatchObject({ state: "checked", counts: { ready: 3, faulty: 0 } });
  expect(checked.total?.minor).toBeGreaterThan(0);
  expect(await deliveries()).toBe(0);
  const done = await confirm(checked.id);
  expect(done).toMatchObject({ state: "done", counts: { imported: 3, ready: 0 } });
  const [row] = await rowsOf(dora, checked.id);
  expect(row).toMatchObject({ no: 2, state: "imported", delivery: { number: expect.any(String) } });
  const delivery = good(await dora.call(deliveriesApi.readDelivery, { id: row?.delivery?.id ?? "" }));
  expect(delivery).toMatchObject({
    state: "created",
    sender: { name: "Corner Bakery", note: row?.texts["reference"] },
    dropoff: { precision: "rooftop", pinConfirmed: true },
    total: row?.entry?.total,
  });
  const { items } = good(await dora.call(receivablesApi.readReceivables, { id: delivery.orderId }));
  expect(items).toMatchObject([{ kind: "cash-delivery", state: "promised", owed: delivery.total }]);
});

test("a second run of a file adds nothing, also in another order of columns and rows", async () => {
  const given = rows(4);
  await confirm((await check(given)).id);
  const before = await deliveries();
  const again = await check(given.toReversed());
  expect(again.counts).toMatchObject({ ready: 0, known: 4 });
  expect(codeOf(await dora.call(importsApi.confirmImport, { id: again.id }))).toBe("409 imports.nothing");
  const [row] = await rowsOf(dora, again.id);
  expect(row?.delivery?.number).toEqual(expect.any(String));
  expect(await deliveries()).toBe(before);
});

test("two files with the same rows that are confirmed at once make each delivery once", async () => {
  const given = rows(12);
  const [first, second] = [await check(given), await check(given)];
  const before = await deliveries();
  await Promise.all(
    [first, second].map(async ({ id }) => good(await dora.call(importsApi.confirmImport, { id }))),
  );
  await world.settled();
  expect(await deliveries()).toBe(before + 12);
  const counts = await Promise.all(
    [first, second].map(async ({ id }) => good(await dora.call(importsApi.readImport, { id })).counts),
  );
  expect(counts.reduce((sum, { imported }) => sum + imported, 0)).toBe(12);
  expect(counts.reduce((sum, { known }) => sum + known, 0)).toBe(12);
});

test("one import that two people confirm at once is imported once; the same key is one press", async () => {
  const { id } = await check(rows(3));
  const before = await deliveries();
  const key = randomUUID();
  const answers = await Promise.all([
    dora.call(importsApi.confirmImport, { id }, { key }),
    ada.call(importsApi.confirmImport, { id }),
  ]);
  expect(answers.map(codeOf).toSorted()).toEqual(["200", "409 imports.wrong-state"]);
  await world.settled();
  good(await dora.call(importsApi.readImport, { id }));
  expect(await deliveries()).toBe(before + 3);
});

test("a row that is wrong says its number, field, value and cure, and the rest is imported", async () => {
  const given = rows(4, (row, at) =>
    at === 1
      ? { ...row, recipientPhone: "12", from: "25:00" }
      : at === 2
        ? { ...row, dropoff: "Nirgendwogasse 7" }
        : row,
  );
  const checked = await check(given);
  expect(checked.counts).toMatchObject({ ready: 2, faulty: 2 });
  const [second, third] = await rowsOf(dora, checked.id, "faulty");
  expect(second).toMatchObject({
    no: 3,
    faults: [
      { field: "recipientPhone", code: "phone", value: "12" },
      { field: "from", code: "time", value: "25:00" },
    ],
  });
  expect(third?.faults).toMatchObject([
    { field: "dropoff", code: "place-unknown", value: "Nirgendwogasse 7" },
  ]);
  const done = await confirm(checked.id);
  expect(done).toMatchObject({ state: "done", counts: { imported: 2, faulty: 2 } });

  const texts = [
    { field: "recipientPhone" as const, text: "+4917012345" },
    { field: "from" as const, text: "15:00" },
  ];
  const mended = good(await dora.call(importsApi.correctRow, { id: checked.id, no: 3, texts }));
  expect(mended).toMatchObject({ state: "ready", faults: [] });
  expect(await confirm(checked.id)).toMatchObject({ counts: { imported: 3, faulty: 1 } });
  expect((await check(given)).counts).toMatchObject({ known: 3, faulty: 1, ready: 0 });
});

test("a place that was chosen for a row goes before its text, and a new text takes it back", async () => {
  const { id } = await check(rows(1, (row) => ({ ...row, dropoff: "Brückenstrasse" })));
  const [row] = await rowsOf(dora, id);
  expect(row?.faults).toMatchObject([{ field: "dropoff", code: "house-number" }]);
  const [candidate] = row?.faults[0]?.candidates ?? [];
  expect(candidate).toMatchObject({ street: "Brückenstraße", precision: "rooftop" });
  const chosen = good(
    await dora.call(importsApi.correctRow, {
      id,
      no: 2,
      texts: [],
      ...(candidate && { dropoff: candidate }),
    }),
  );
  expect(chosen).toMatchObject({ state: "ready", entry: { dropoff: candidate?.label } });
  const texts = [{ field: "dropoff" as const, text: "Nowhere 1" }];
  expect(good(await dora.call(importsApi.correctRow, { id, no: 2, texts })).state).toBe("faulty");
});

test("a row that says the same as one above it needs a reference of its own", async () => {
  const [row = {}] = rows(1, (one) => ({ ...one, reference: "" }));
  const { id, counts } = await check([row, row]);
  expect(counts).toMatchObject({ ready: 1, faulty: 1 });
  const [repeated] = await rowsOf(dora, id, "faulty");
  expect(repeated?.faults).toMatchObject([{ field: "reference", code: "repeats", facts: { row: 2 } }]);
  const texts = [{ field: "reference" as const, text: "second parcel" }];
  expect(good(await dora.call(importsApi.correctRow, { id, no: 3, texts })).state).toBe("ready");
  expect((await confirm(id)).counts).toMatchObject({ imported: 2 });
});

test("the mapping is remembered for the columns, in whatever order they come", async () => {
  const change = (text: string) => text.replace("Payment", "Bezahlt wie").replace("Pickup address", "Lager");
  const named = [
    { field: "pay" as const, column: "Bezahlt wie", value: null },
    { field: "pickup" as const, column: "Lager", value: null },
  ];
  const file = change(csvOf(rows(1)));
  const first = await checkedImport(world, dora, file, (mapping) => ({
    ...mapping,
    uses: [
      ...mapping.uses.map((use) => (use.field === "from" ? { ...use, value: "15:00" } : use)),
      ...named,
      { field: "note" as const, column: null, value: "of this sender" },
    ],
    dateOrder: "mdy",
  }));
  expect(first.counts.ready).toBe(1);
  const turned = change(csvOf(rows(1)))
    .split("\r\n")
    .map((line) => line.split(",").toReversed().join(","))
    .join("\r\n");
  const again = good(await ada.call(importsApi.importFile, { name: "b.csv", file: base64(turned) }));
  const columnsAlone = { dateOrder: null, pickup: null, payer: null };
  expect(again).toMatchObject({
    isRemembered: true,
    mapping: { uses: expect.arrayContaining(named), ...columnsAlone },
  });
  expect(again.mapping.uses.filter(({ column, value }) => column === null || value !== null)).toEqual([]);
});

test("two senders may use the same reference, and a cancelled delivery gives its own back", async () => {
  const [row = {}] = rows(1);
  await confirm((await check([row])).id);
  const other = await check([row, { ...row, senderPhone: "+4930765432" }]);
  expect(other.counts).toMatchObject({ known: 1, ready: 1 });
  const [known] = await rowsOf(dora, other.id, "known");
  const delivery = { id: known?.delivery?.id ?? "" };
  const { fee } = good(await dora.call(deliveriesApi.previewCancellation, delivery));
  good(await dora.call(deliveriesApi.cancelDelivery, { ...delivery, ...head(world), fee, note: null }));
  const again = await check([row]);
  expect(again.counts).toMatchObject({ known: 0, ready: 1 });
  const before = await deliveries();
  expect((await confirm(again.id)).counts).toMatchObject({ imported: 1 });
  expect(await deliveries()).toBe(before + 1);
  expect((await check([row])).counts).toMatchObject({ known: 1 });
});

test("columns that are missing, unknown or of unclear dates are refused and named", async () => {
  const file = csvOf(rows(2, (row, at) => ({ ...row, date: `0${at + 6}/08/2026` })));
  const { id, mapping, columns } = good(
    await dora.call(importsApi.importFile, { name: "a.csv", file: base64(file) }),
  );
  expect(columns.filter((column) => column.asksDateOrder).map(({ name }) => name)).toEqual(["Date"]);
  const map = (change: object) =>
    dora.call(importsApi.mapColumns, { id, mapping: { ...mapping, ...change } });
  expect(await map({})).toMatchObject({ body: { code: "imports.date-order-missing" } });
  expect(await map({ uses: mapping.uses.filter(({ field }) => field !== "dropoff") })).toMatchObject({
    body: { code: "imports.columns-missing", fields: [{ path: "dropoff" }] },
  });
  expect(await map({ uses: [{ field: "note", column: "Nothing", value: null }] })).toMatchObject({
    body: { code: "imports.column-unknown", fields: [{ path: "note" }] },
  });
});

test("a file on account goes to the account of its sender; another sender of the file has none", async () => {
  const entry = good(await dora.call(orderEntryApi.entryWays, {}));
  expect(entry.ways).toContain("invoice");
  const mine = rows(2, (row) => ({ ...row, pay: "account" }));
  const [known = {}, other = {}] = mine;
  const unknown = good(await dora.call(importsApi.importFile, { name: "a.csv", file: base64(csvOf(mine)) }));
  const payer = { id: sam.actor.userId ?? "", name: "Sam", phone: "+4930123456" };
  const mapping = { ...unknown.mapping, payer };
  expect(codeOf(await dora.call(importsApi.mapColumns, { id: unknown.id, mapping }))).toBe(
    "422 order-entry.unknown-account",
  );
  // An earlier order of Sam's with this number.
  await confirm((await check(rows(1))).id);
  await world.run(
    sql`update sales_order set payer_id = ${payer.id} where id = (select id from sales_order order by id desc limit 1)`,
  );
  const file = csvOf([known, { ...other, senderPhone: "+4930999999" }]);
  const checked = await checkedImport(world, dora, file, (one) => ({ ...one, payer }));
  expect(checked.counts).toMatchObject({ ready: 1, faulty: 1 });
  const [faulty] = await rowsOf(dora, checked.id, "faulty");
  expect(faulty?.faults).toMatchObject([{ field: "pay", code: "account-needed" }]);
  await confirm(checked.id);
  const [row] = await rowsOf(dora, checked.id, "imported");
  const { orderId } = good(await sam.call(deliveriesApi.readDelivery, { id: row?.delivery?.id ?? "" }));
  const { items } = good(await dora.call(receivablesApi.readReceivables, { id: orderId }));
  expect(items).toMatchObject([{ kind: "invoice" }]);
});

test("couriers, senders and guests may do nothing here, and an import of nobody is not found", async () => {
  for (const caller of [kim, sam])
    expect(codeOf(await caller.call(importsApi.listImports, {}))).toBe("403 accounts.forbidden");
  expect(codeOf(await world.guest().call(importsApi.listImports, {}))).toBe("401 accounts.signed-out");
  expect(codeOf(await dora.call(importsApi.readImport, { id: randomUUID() }))).toBe("404 imports.not-found");
});

test("imports are listed by pages, the newest first", async () => {
  for (const name of ["one.csv", "two.csv", "three.csv"]) {
    world.now += 1_000;
    good(await dora.call(importsApi.importFile, { name, file: base64(csvOf(rows(1))) }));
  }
  const first = good(await dora.call(importsApi.listImports, { limit: 2 }));
  expect(first.items.map(({ name }) => name)).toEqual(["three.csv", "two.csv"]);
  expect(first.items[0]).toMatchObject({ createdBy: "Dora", state: "columns", counts: { new: 1 } });
  const second = good(await dora.call(importsApi.listImports, { limit: 2, cursor: first.next ?? "" }));
  expect(second.items[0]?.name).toBe("one.csv");
});

test("dates are read as the file's own values show it, whatever was said of an earlier file", async () => {
  world.now = Date.UTC(2026, 6, 5, 8);
  const file = csvOf(rows(2, (row, at) => ({ ...row, date: at === 0 ? "06/07/2026" : "13/07/2026" })));
  const { id } = await checkedImport(world, dora, file, (mapping) => ({ ...mapping, dateOrder: "mdy" }));
  const [row] = await rowsOf(dora, id);
  expect(row).toMatchObject({ state: "ready", entry: { window: { start: "2026-07-06T12:00:00.000Z" } } });
});
