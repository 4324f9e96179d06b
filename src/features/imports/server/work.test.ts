import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { quotesApi } from "#features/quotes/contract/api.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { codeOf, good, head } from "#test/support/people/booking.ts";
import {
  checkedImport,
  csvOf,
  type FileRow,
  goodRow,
  rowsOf,
  settledImport,
} from "#test/support/people/import-file.ts";
import { openTown } from "#test/support/people/open-town.ts";
import { useWorld } from "#test/support/use-world.ts";
import { failedRowsPath, importsApi, templatePath } from "../contract/api.ts";
import { WORK_JOB } from "./commands.ts";
import { readTable } from "./read-table.ts";

const { world, dora, ada } = useWorld({
  runJobs: "queued",
  eachTestAtTen: true,
  people: { dora: ["Dora", "dispatcher"], ada: ["Ada", "org-admin"], kim: ["Kim", "courier"] },
});

let houses: string[] = [];
beforeAll(async () => {
  houses = await openTown(world);
});

let nth = 0;
const rows = (count: number, change: (row: FileRow, at: number) => FileRow = (row) => row): FileRow[] =>
  Array.from({ length: count }, (_, at) => {
    nth += 1;
    return change(goodRow(nth, houses), at);
  });
const check = (given: readonly FileRow[]) => checkedImport(world, dora, csvOf(given));
const read = async (id: string) => good(await dora.call(importsApi.readImport, { id }));
const job = (name: string) => {
  const found = world.server.rooms.find((room) => room.name === "imports")?.jobs?.jobs[name];
  if (!found) throw new Error(name);
  return found;
};

test("an import whose worker died with its process goes on, and makes no delivery twice", async () => {
  const { id } = await check(rows(6));
  // As a process leaves it that was killed: rows ready, some imported, a lease, and no job.
  await world.run(sql`update import_file set state = 'importing', confirmed_by = ${dora.actor.userId ?? null},
    worked_until = clock_timestamp() + interval '1 hour' where id = ${id}`);
  await job("resumeImports")({});
  await job(WORK_JOB)({ id });
  await world.settled();
  expect((await read(id)).counts).toMatchObject({ ready: 6, imported: 0 });
  await world.run(
    sql`update import_file set worked_until = clock_timestamp() - interval '1 second' where id = ${id}`,
  );
  await job("resumeImports")({});
  const done = await settledImport(world, dora, id);
  expect(done).toMatchObject({ state: "done", counts: { imported: 6 } });
  await Promise.all([job(WORK_JOB)({ id }), job(WORK_JOB)({ id })]);
  const made = await world.one(
    sql<{ n: number }>`select count(*)::int as n from import_key where import_id = ${id}`,
  );
  expect(made?.n).toBe(6);
});

test("two workers on one import make each delivery once", async () => {
  const { id } = await check(rows(10));
  const before = await world.one(sql<{ n: number }>`select count(*)::int as n from delivery`);
  good(await dora.call(importsApi.confirmImport, { id }));
  // A worker whose lease ran out while it still worked.
  await world.run(sql`update import_file set worked_until = null where id = ${id}`);
  await Promise.all([job(WORK_JOB)({ id }), job(WORK_JOB)({ id })]);
  expect((await settledImport(world, dora, id)).counts).toMatchObject({ imported: 10 });
  const after = await world.one(sql<{ n: number }>`select count(*)::int as n from delivery`);
  expect((after?.n ?? 0) - (before?.n ?? 0)).toBe(10);
});

test("an import that is stopped midway keeps what it made, and goes on when it is confirmed again", async () => {
  const { id } = await check(rows(45));
  good(await dora.call(importsApi.confirmImport, { id }));
  await expect
    .poll(async () => (await read(id)).counts.imported, { timeout: 20_000, interval: 5 })
    .toBeGreaterThan(0);
  const answer = await dora.call(importsApi.cancelImport, { id });
  const stopped = await settledImport(world, dora, id);
  expect([codeOf(answer), stopped.state]).toEqual(["200", "cancelled"]);
  expect(stopped.counts.ready).toBeGreaterThan(0);
  expect(stopped.counts.imported + stopped.counts.ready).toBe(45);
  good(await dora.call(importsApi.confirmImport, { id }));
  expect(await settledImport(world, dora, id)).toMatchObject({ state: "done", counts: { imported: 45 } });
});

test("a check that is stopped leads back to the columns", async () => {
  const { id, mapping } = await check(rows(2));
  await world.run(sql`update import_file set state = 'checking' where id = ${id}`);
  expect(good(await dora.call(importsApi.cancelImport, { id })).state).toBe("columns");
  good(await dora.call(importsApi.mapColumns, { id, mapping }));
  expect(await settledImport(world, dora, id)).toMatchObject({ state: "checked", counts: { ready: 2 } });
  expect(codeOf(await dora.call(importsApi.cancelImport, { id }))).toBe("409 imports.wrong-state");
});

test("a row whose price changed since the check is not imported at another price", async () => {
  const { id } = await check(rows(1));
  const [row] = await rowsOf(dora, id);
  const { version, rules } = good(await ada.call(quotesApi.readPriceList, {}));
  const raise = { id: "raise", title: "Raise", when: [], do: { kind: "flat" as const, amount: 5_000 } };
  good(await ada.call(quotesApi.publishPriceList, { version, rules: [raise, ...rules] }));
  good(await dora.call(importsApi.confirmImport, { id }));
  expect((await settledImport(world, dora, id)).counts).toMatchObject({ imported: 0, faulty: 1 });
  const [faulty] = await rowsOf(dora, id);
  expect(faulty?.faults).toMatchObject([{ code: "price-changed", facts: { was: row?.entry?.total.minor } }]);
  const again = good(await dora.call(importsApi.correctRow, { id, no: 2, texts: [] }));
  expect(again.state).toBe("ready");
  expect(again.entry?.total).not.toEqual(row?.entry?.total);
});

test("undoing cancels what is not begun, leaves the rest, and gives the rows back", async () => {
  const given = rows(3);
  const { id } = await check(given);
  good(await dora.call(importsApi.confirmImport, { id }));
  await settledImport(world, dora, id);
  const [first] = await rowsOf(dora, id);
  const delivery = { id: first?.delivery?.id ?? "" };
  const { fee } = good(await dora.call(deliveriesApi.previewCancellation, delivery));
  good(await dora.call(deliveriesApi.cancelDelivery, { ...delivery, ...head(world), fee, note: null }));
  good(await dora.call(importsApi.undoImport, { id }));
  const undone = await settledImport(world, dora, id);
  expect(undone).toMatchObject({ state: "undone", counts: { imported: 0, undone: 3 } });
  for (const { delivery: made } of await rowsOf(dora, id))
    expect(good(await dora.call(deliveriesApi.readDelivery, { id: made?.id ?? "" })).state).toBe("cancelled");
  expect((await check(given)).counts).toMatchObject({ ready: 3, known: 0 });
  expect(codeOf(await dora.call(importsApi.undoImport, { id }))).toBe("409 imports.wrong-state");
});

test("failed rows come as a table with reasons, and the template can be imported", async () => {
  const get = (url: string) =>
    world.server.app.inject({ method: "GET", url, headers: { authorization: "Bearer Dora" } });
  const { id } = await check(
    rows(2, (row, at) => (at === 0 ? { ...row, recipientPhone: "12", recipientName: "=cmd()" } : row)),
  );
  const failed = await get(failedRowsPath(id, "de"));
  expect(failed.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(failed.body).toContain("'=cmd()");
  expect(failed.body).toContain("Telefon des Empfängers “12”");
  const table = await readTable(failed.rawPayload);
  expect(table.rows).toHaveLength(1);
  expect(table.rows[0]?.cells).toContain("=cmd()");
  for (const kind of ["csv", "xlsx"] as const) {
    const template = await readTable((await get(templatePath(kind, "fr"))).rawPayload);
    expect(template.header).toContain("Adresse de livraison");
  }
  const stranger = { method: "GET", url: failedRowsPath(id, "en") } as const;
  const kim = await world.server.app.inject({ ...stranger, headers: { authorization: "Bearer Kim" } });
  expect([kim.statusCode, (await world.server.app.inject(stranger)).statusCode]).toEqual([403, 401]);
});

test("files are forgotten after 90 days, and their rows are known all the same", async () => {
  const given = rows(1);
  const { id } = await check(given);
  good(await dora.call(importsApi.confirmImport, { id }));
  await settledImport(world, dora, id);
  world.now += 91 * 86_400_000;
  await job("forgetImports")({});
  expect(codeOf(await dora.call(importsApi.readImport, { id }))).toBe("404 imports.not-found");
  const keys = await world.run(sql`select row_key from import_key where import_id = ${id}`);
  expect(keys).toHaveLength(1);
});
