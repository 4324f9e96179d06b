import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { MockInstance } from "vitest";
import { DAY_MS } from "#kernel/instant.ts";
import { readSettings } from "#main/config/read.ts";
import { keptBases, keptSegments, pruneWal, walFolder } from "#server/backup/wal/wal-shelf.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { prepareQueue } from "../database.ts";
import { keepWal, roundOf } from "./keep-wal.ts";
import { instantOf } from "./restore-at.ts";
import { restoreCommand } from "./restore-command.ts";

const ROOT = process.cwd();
const bytes = Buffer.from("not really a picture");
const PICTURE = { bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
const log = { info: vi.fn<() => void>(), error: vi.fn<(facts: object) => void>() };
let folder: string;
let data: string;
let shelf: string;
let said: MockInstance<typeof process.stdout.write>;
function begin(name: string): void {
  folder = mkdtempSync(path.join(tmpdir(), name));
  [data, shelf] = [path.join(folder, "data"), path.join(folder, "shelf")];
}
beforeEach((context) => {
  begin("waybill-minute-");
  mkdirSync(shelf);
  said = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  // The last of what a test ends with: its servers stop before.
  const made = folder;
  context.onTestFinished(() =>
    rmSync(made, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function open(at = data): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ folder: path.join(at, "postgres"), archive: true });
  onTestFinished(() => server.stop());
  return server;
}

const asks = async (server: EmbeddedPostgres, text: string): Promise<pg.QueryResult> => {
  const client = new pg.Client(server.connection);
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
};

const settings = (...more: string[]) =>
  readSettings({}, ["--data", data, "--backup-to", shelf, ...more]).settings;

/** One round of what a running Waybill does every few seconds. */
const round = (server: EmbeddedPostgres): Promise<void> =>
  roundOf({ ...settings(), diskReserve: 0 }, { connection: server.connection, program: "1", log });

const note = async (server: EmbeddedPostgres, text: string): Promise<string> => {
  await asks(server, `insert into noted values ('${text}')`);
  const { rows } = await asks(server, "select clock_timestamp() as at");
  return (rows[0] as { at: Date }).at.toISOString();
};

/** Has PostgreSQL hand over all of its log so far. */
async function handOver(server: EmbeddedPostgres): Promise<void> {
  const { rows } = await asks(server, "select pg_walfile_name(pg_switch_wal()) as name");
  const { name } = rows[0] as { name: string };
  await vi.waitUntil(() => existsSync(path.join(data, "postgres", "wal-out", name)), { timeout: 30_000 });
}

const restore = (at: string, ...more: string[]) =>
  restoreCommand(
    readSettings({}, [shelf, "--data", data, "--at", at, ...more], ["--replace", "--at="]),
    ROOT,
  );

const notes = async (server: EmbeddedPostgres): Promise<string[]> =>
  (await asks(server, "select text from noted order by text")).rows.map(({ text }: { text: string }) => text);

/** Rows whose organisation and stop this database lacks: a phone's epoch, a picture that is kept and one that never was. */
const rowsAlone = (sha256: string): string => `
  begin; set local session_replication_role = replica;
  insert into courier_epoch (org_id, epoch, place) values (gen_random_uuid(), gen_random_uuid(), 'here');
  insert into proof (org_id, id, delivery_id, task_id, kind, sha256, file, bytes, taken_at, kept_at)
  select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'photo', '${sha256}', file, 1, now(), now()
  from unnest(array['ab/${sha256}', 'ab/never']) file;
  commit`;

/** Folder of an installation with a base and the notes a, b and c, whose log was kept; it was killed then. */
let made: string;
let times: Record<"a" | "b" | "c", string>;
beforeAll(async () => {
  begin("waybill-minutes-");
  made = folder;
  mkdirSync(shelf);
  mkdirSync(path.join(data, "pictures", "ab"), { recursive: true });
  writeFileSync(path.join(data, "pictures", "ab", PICTURE.sha256), PICTURE.bytes);
  const server = await startEmbeddedPostgres({ folder: path.join(data, "postgres"), archive: true });
  await migrate(server.connection, path.join(ROOT, "db", "migrations"));
  await prepareQueue(server);
  await asks(server, "create table noted (text text)");
  await round(server);
  await asks(server, rowsAlone(PICTURE.sha256));
  times = { a: await note(server, "a"), b: await note(server, "b"), c: await note(server, "c") };
  await handOver(server);
  await round(server);
  process.kill(server.pid, "SIGKILL");
  await server.stop();
}, 120_000);
afterAll(() => rmSync(made, { recursive: true, force: true }));

/** Begins with a copy of that installation. */
function threeNotes(): void {
  rmSync(shelf, { recursive: true });
  execFileSync("cp", ["-a", `${made}/.`, folder]);
}

test("any instant since the base comes back, with what was committed by then and nothing later", async () => {
  threeNotes();
  await restore(times.b, "--replace");
  const then = await open();
  expect(await notes(then)).toEqual(["a", "b"]);

  // The restored database is on a timeline of its own: it gets a base at once, and its log is kept beside the old one.
  await note(then, "d");
  await handOver(then);
  await round(then);
  const end = await note(then, "e");
  await note(then, "f");
  await handOver(then);
  await round(then);
  await then.stop();
  const wal = walFolder(shelf);
  expect((await keptBases(wal)).map(({ timeline }) => timeline)).toEqual([2, 1]);
  await restore(end, "--replace");
  expect(await notes(await open())).toEqual(["a", "b", "d", "e"]);
}, 180_000);

test("all of the log comes back on another machine, money waits there, and pictures lie where they lay", async () => {
  threeNotes();
  data = path.join(folder, "elsewhere");
  await restore("last");
  const server = await open();
  expect(await notes(server)).toEqual(["a", "b", "c"]);
  expect((await asks(server, "select place from courier_epoch")).rows).toEqual([{ place: "elsewhere" }]);
  expect(readFileSync(path.join(data, "pictures", "ab", PICTURE.sha256))).toEqual(bytes);
  expect(said.mock.calls.join("")).toContain("1 picture is missing");
  expect(readdirSync(data).filter((name) => name.includes(".restore-"))).toEqual([]);
}, 180_000);

test("an instant that no base or no log reaches is refused, and nothing is changed", async () => {
  threeNotes();
  const before = readdirSync(data).toSorted();
  await expect(restore("2020-01-01T00:00Z", "--replace")).rejects.toThrow(
    "The first minute that can be restored is",
  );
  await expect(restore(new Date().toISOString(), "--replace")).rejects.toThrow(
    "does not reach so far. Its last change was at",
  );
  expect(readdirSync(data).toSorted()).toEqual(before);

  const segment = (await keptSegments(walFolder(shelf))).toSorted((a, b) => a.nth - b.nth).at(-1);
  const file = path.join(walFolder(shelf), "segments", segment?.file ?? "");
  writeFileSync(file, readFileSync(file).subarray(0, -1));
  await expect(restore("last", "--replace")).rejects.toMatchObject({ exitCode: 2 });
  expect(readdirSync(data).toSorted()).toEqual(before);
}, 180_000);

test("a gap in the log gets a base of its own, and what nobody can ask for any more is deleted", async () => {
  threeNotes();
  const server = await open();
  await asks(server, "insert into noted values ('lost')");
  await handOver(server);
  for (const name of readdirSync(path.join(data, "postgres", "wal-out")))
    rmSync(path.join(data, "postgres", "wal-out", name));
  await note(server, "after the gap");
  await handOver(server);
  await round(server);
  const wal = walFolder(shelf);
  const [newest] = await keptBases(wal);
  expect(await keptBases(wal)).toHaveLength(2);
  await pruneWal(wal, Date.now() + DAY_MS);
  expect((await keptBases(wal)).map(({ name }) => name)).toEqual([newest?.name]);
  for (const { nth } of await keptSegments(wal))
    expect(nth).toBeGreaterThanOrEqual(newest?.first ?? Infinity);
}, 180_000);

test("a database that was made anew gets a base of its own, and what was kept of the one before is set aside", async () => {
  threeNotes();
  rmSync(path.join(data, "postgres"), { recursive: true });
  const server = await open();
  await asks(server, "create table noted (text text)");
  await handOver(server);
  await round(server);
  await note(server, "of the new one");
  await handOver(server);
  await round(server);
  expect(await keptBases(walFolder(shelf))).toHaveLength(1);
  const [aside = ""] = readdirSync(shelf).filter((name) => name.startsWith("every-minute.before-"));
  expect(await keptBases(path.join(shelf, aside))).toHaveLength(1);
  expect(log.info).toHaveBeenCalledWith({ aside: path.join(shelf, aside) }, expect.any(String));
  expect((await keptSegments(path.join(shelf, aside))).length).toBeGreaterThan(0);
}, 180_000);

test("a folder of backups that is gone is said, and the log goes on when it is back", async () => {
  const server = await open();
  rmSync(shelf, { recursive: true });
  const kept = keepWal(
    { ...settings(), diskReserve: 0 },
    { connection: server.connection, program: "1", log },
  );
  onTestFinished(() => kept.close());
  await vi.waitUntil(() => log.error.mock.calls.length > 0, { timeout: 60_000 });
  expect(log.error.mock.calls[0]?.[0]).toEqual({
    says: expect.stringContaining("is not there: mount its disk"),
  });
  mkdirSync(shelf);
  await vi.waitUntil(async () => (await keptBases(walFolder(shelf))).length > 0, { timeout: 60_000 });
}, 120_000);

test.each([
  ["yesterday", "takes a time with its zone"],
  ["2026-11-29 12:41", "takes a time with its zone"],
  ["2026-13-29T12:41Z", "takes a time with its zone"],
  ["2026-11-30T00:00Z", "has not come yet"],
])("%s is no time to restore to", (said, sentence) => {
  expect(() => instantOf(said, new Date("2026-11-29T13:00Z"))).toThrow(sentence);
});

test("a time of another zone and the end of the log are understood", () => {
  const now = new Date("2026-11-29T13:00Z");
  expect(instantOf("2026-11-29T13:41+01:00", now)?.toISOString()).toBe("2026-11-29T12:41:00.000Z");
  expect(instantOf("last", now)).toBeUndefined();
});
