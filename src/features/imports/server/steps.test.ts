import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { someWays } from "#features/debts/server/public.ts";
import { codeOf, good } from "#test/support/people/booking.ts";
import { base64, csvOf, type FileRow, goodRow, rowsOf } from "#test/support/people/import-file.ts";
import { openTown } from "#test/support/people/open-town.ts";
import { useWorld } from "#test/support/use-world.ts";
import { type Import, importsApi, type Mapping } from "../contract/api.ts";
import { isWorking } from "../domain/import-lifecycle.ts";
import { WORK_JOB } from "./commands.ts";
import { correctRow } from "./correct-row.ts";
import { ownCall, type RoomContext } from "./room-context.ts";
import { importJobs } from "./work.ts";

/** The queue stands still: each test runs the turns itself. */
const { world, dora } = useWorld({ eachTestAtTen: true, people: { dora: ["Dora", "dispatcher"] } });

let houses: string[] = [];
beforeAll(async () => {
  houses = await openTown(world);
});

const logged: object[] = [];
const log = { info: () => undefined, warn: () => undefined, error: (facts: object) => logged.push(facts) };
const roomOf = (change: Partial<RoomContext> = {}): RoomContext => ({
  db: world.db,
  orgId: world.orgId,
  clock: () => world.now,
  log,
  pricing: { takesCards: true, roads: undefined },
  ways: someWays,
  plan: undefined,
  ...change,
});
const read = async (id: string): Promise<Import> => good(await dora.call(importsApi.readImport, { id }));
/** Shortest turns, of one row each. */
const turn = (id: string, change?: Partial<RoomContext>) =>
  importJobs(roomOf(change), { turnMs: 0, chunk: 1 }).jobs[WORK_JOB]?.({ id });

/** Runs turns until the step is done. @throws Error after 20 of them */
async function worked(id: string, change?: Partial<RoomContext>): Promise<Import> {
  for (let nth = 0; nth < 20; nth += 1) {
    const file = await read(id);
    if (!isWorking(file.state)) return file;
    await turn(id, change);
  }
  throw new Error("the step did not end");
}

let nth = 0;
async function mapped(count: number): Promise<{ readonly id: string; readonly mapping: Mapping }> {
  const rows = Array.from({ length: count }, () => goodRow((nth += 1), houses));
  const file = { name: "day.csv", file: base64(csvOf(rows)) };
  const { id, mapping } = good(await dora.call(importsApi.importFile, file));
  good(await dora.call(importsApi.mapColumns, { id, mapping }));
  return { id, mapping };
}
async function imported(count: number): Promise<string> {
  const { id } = await mapped(count);
  await worked(id);
  good(await dora.call(importsApi.confirmImport, { id }));
  expect((await worked(id)).counts.imported).toBe(count);
  return id;
}

/** Roads on which something happens once, while the first row is priced. */
const roadsWith = (happens: () => Promise<unknown>): RoomContext["pricing"] => {
  let isFirst = true;
  const between = async () => {
    if (isFirst) {
      isFirst = false;
      await happens();
    }
    return undefined;
  };
  return { takesCards: true, roads: { between } };
};

test("undoing ends also in the shortest turns: what was begun or cost a fee is kept, and is met once", async () => {
  const id = await imported(3);
  const [begun, paid] = await rowsOf(dora, id);
  await world.run(sql`update delivery set closed_as = 'lost' where id = ${begun?.delivery?.id}`);
  await world.run(
    sql`update delivery set closed_as = 'cancelled', cancel_fee_minor = 500 where id = ${paid?.delivery?.id}`,
  );
  good(await dora.call(importsApi.undoImport, { id }));
  expect(await worked(id)).toMatchObject({ state: "undone", counts: { kept: 2, undone: 1, imported: 0 } });
  expect((await rowsOf(dora, id)).map(({ state }) => state)).toEqual(["kept", "kept", "undone"]);
});

test("a check that was begun with other columns writes nothing, also where it is checked again meanwhile", async () => {
  const { id, mapping } = await mapped(1);
  const other = {
    ...mapping,
    uses: [...mapping.uses, { field: "note" as const, column: null, value: "ring" }],
  };
  const pricing = roadsWith(async () => {
    good(await dora.call(importsApi.cancelImport, { id }));
    good(await dora.call(importsApi.mapColumns, { id, mapping: other }));
  });
  await turn(id, { pricing });
  expect(await read(id)).toMatchObject({ state: "checking", counts: { new: 1, ready: 0 } });
  expect((await worked(id)).counts).toMatchObject({ ready: 1 });
  const [row] = await rowsOf(dora, id);
  expect(row?.texts["note"]).toBe("ring");
});

test("a row that is corrected while its file is checked by other columns is refused", async () => {
  const { id, mapping } = await mapped(1);
  await worked(id);
  const pricing = roadsWith(async () => {
    good(await dora.call(importsApi.mapColumns, { id, mapping }));
    await worked(id);
  });
  const asked = { id, no: 2, texts: [{ field: "note" as const, text: "ring" }] };
  await expect(correctRow(roomOf({ pricing }), asked, ownCall(roomOf(), dora.actor))).rejects.toMatchObject({
    code: "imports.changed-meanwhile",
  });
});

test("a row whose work fails on our side is marked, the log has the trace, and the step ends", async () => {
  logged.length = 0;
  const broken = Object.assign([...someWays], {
    includes: () => {
      throw new Error("ways are broken");
    },
  });
  const { id } = await mapped(2);
  expect(await worked(id, { ways: broken })).toMatchObject({ state: "checked", counts: { faulty: 2 } });
  const [row] = await rowsOf(dora, id);
  expect(row?.faults).toMatchObject([{ field: "reference", code: "internal" }]);
  expect(JSON.stringify(logged[0])).toMatch(/ways are broken.*steps\.test\.ts/);

  const made = await imported(2);
  good(await dora.call(importsApi.undoImport, { id: made }));
  const pricing = {
    roads: undefined,
    get takesCards(): boolean {
      throw new Error("cards are broken");
    },
  };
  expect(await worked(made, { pricing })).toMatchObject({ state: "undone", counts: { kept: 2, undone: 0 } });
  const [kept] = await rowsOf(dora, made);
  expect(kept?.faults).toMatchObject([{ code: "internal" }]);
});

test("the work on an import is queued once", async () => {
  const { id, mapping } = await mapped(1);
  good(await dora.call(importsApi.cancelImport, { id }));
  good(await dora.call(importsApi.mapColumns, { id, mapping }));
  const jobs = await world.run(
    sql`select key from graphile_worker._private_jobs where key = ${`${WORK_JOB}:${id}`}`,
  );
  expect(jobs).toHaveLength(1);
});

/** A checked file of one good row and others to a house that no map knows. */
async function withFaults(faulty: number, street: string): Promise<string> {
  const row = (change: FileRow = {}): FileRow => ({ ...goodRow((nth += 1), houses), ...change });
  const rows = [row(), ...Array.from({ length: faulty }, () => row({ dropoff: `${street} 1` }))];
  const file = { name: "day.csv", file: base64(csvOf(rows)) };
  const { id, mapping } = good(await dora.call(importsApi.importFile, file));
  good(await dora.call(importsApi.mapColumns, { id, mapping }));
  expect((await worked(id)).counts).toMatchObject({ ready: 1, faulty });
  return id;
}

/** Puts a street with its first house on the map, where a known house is. */
const built = (street: string) =>
  world.run(sql`
    insert into place (org_id, kind, label, doc, street, house_number, lon, lat, precision)
    select org_id, g.kind, ${street}::text || g.number, lower(${street}::text || g.number), ${street}::text,
      nullif(trim(g.number), ''), p.lon, p.lat, g.precision
    from (select * from place where kind = 'address' order by id desc limit 1) p,
      (values ('street', '', 'street'), ('address', ' 1', 'rooftop')) as g (kind, number, precision)`);

test("after a place was added all faulty rows are checked again, and no other row is touched", async () => {
  const id = await withFaults(3, "Neugasse");
  good(await dora.call(importsApi.confirmImport, { id }));
  expect(await worked(id)).toMatchObject({ state: "done", counts: { imported: 1, faulty: 3 } });
  await built("Neugasse");
  const begun = good(await dora.call(importsApi.recheckFaulty, { id }));
  expect(begun).toMatchObject({ state: "checking", toCheck: 3, counts: { new: 3, imported: 1 } });
  expect(await worked(id)).toMatchObject({ state: "checked", counts: { imported: 1, ready: 3, faulty: 0 } });
  expect(codeOf(await dora.call(importsApi.recheckFaulty, { id }))).toBe("409 imports.no-faults");
  good(await dora.call(importsApi.confirmImport, { id }));
  expect(await worked(id)).toMatchObject({ state: "done", counts: { imported: 4 } });
});

test("checking again that is stopped gives the other rows their faults back, and nothing is lost", async () => {
  const id = await withFaults(3, "Altgasse");
  good(await dora.call(importsApi.confirmImport, { id }));
  await worked(id);
  await built("Altgasse");
  good(await dora.call(importsApi.recheckFaulty, { id }));
  await turn(id);
  expect(codeOf(await dora.call(importsApi.recheckFaulty, { id }))).toBe("409 imports.wrong-state");
  const stopped = good(await dora.call(importsApi.cancelImport, { id }));
  expect(stopped).toMatchObject({ state: "checked", counts: { imported: 1, ready: 1, faulty: 2, new: 0 } });
  const left = await rowsOf(dora, id, "faulty");
  expect(left.map(({ faults }) => faults[0]?.code)).toEqual(["place-unknown", "place-unknown"]);
  good(await dora.call(importsApi.recheckFaulty, { id }));
  expect((await worked(id)).counts).toMatchObject({ imported: 1, ready: 3 });
});
