import { randomBytes } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from "vitest";
import { brokenInvariants } from "#features/books/server/invariants.ts";
import { readSettings } from "#main/config/read.ts";
import { FORMAT, MANIFEST, manifestText, readManifest } from "#server/backup/manifest.ts";
import type { Manifest } from "#server/backup/manifest.ts";
import { goodBackups, nameAt, prune } from "#server/backup/shelf.ts";
import { type BackupOptions, exportTo, takeBackup } from "#server/backup/take-backup.ts";
import { takeLock } from "#server/db/embedded-lock.ts";
import { sha256 } from "#server/db/hash.ts";
import { openDb, rows } from "#server/db/db.ts";
import { EARLIER_LAYOUT } from "#server/db/migrate.ts";
import { SetupProblem } from "#server/setup-problem.ts";
import { withDatabase } from "#test/support/database/database-template.ts";
import { held } from "#test/support/paying/paying.ts";
import { type Crew, openCrew } from "#test/support/people/crew.ts";
import { type World, openWorld } from "#test/support/world.ts";
import { restoreCommand } from "./restore-command.ts";
import { sourceOf } from "./source.ts";
import { verifyCommand } from "./verify-command.ts";

const ROOT = process.cwd();
const PLAIN: BackupOptions = { reserve: 0, allowMissing: false };
let world: World;
let crew: Crew;
let folder: string;
let connection: { readonly connectionString: string };
let admin: pg.Client;
beforeAll(async () => {
  world = await openWorld({ runJobs: false });
  crew = await openCrew(world);
  await crew.delivered();
  folder = mkdtempSync(path.join(tmpdir(), "waybill-backup-"));
  const [row] = await world.run(sql<{ name: string }>`select current_database() as name`);
  connection = withDatabase(inject("adminUrl"), row?.name ?? "");
  admin = new pg.Client({ connectionString: inject("adminUrl") });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const { settings } = readSettings({}, []);
const source = () => sourceOf(connection, world.dataFolder, ROOT);
const place = (name: string) => path.join(folder, `${name}-${randomBytes(3).toString("hex")}`);

async function emptyDatabase(owner?: string): Promise<string> {
  const name = `waybill_empty_${randomBytes(5).toString("hex")}`;
  await admin.query(
    `create database ${name} ${owner === undefined ? "" : `owner ${owner}`} template template0`,
  );
  onTestFinished(async () => void (await admin.query(`drop database ${name} with (force)`)));
  return withDatabase(inject("adminUrl"), name).connectionString;
}

function listen(): () => string {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  return () => write.mock.calls.map(([text]) => String(text)).join("");
}

const restore = (from: string, url: string, data = place("data")) =>
  restoreCommand(readSettings({}, [from, "--data", data, "--database-url", url], ["--replace"]), ROOT);

/** Exit code and sentence of a command that must fail. */
async function refusal(work: Promise<unknown>): Promise<{ code: number; says: string }> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SetupProblem)) throw new Error("no refusal", { cause: error });
  return { code: error.exitCode, says: error.message };
}

const tablesAt = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const found = await client.query("select from pg_tables where schemaname in ('public', 'oidc')");
  await client.end();
  return found.rowCount ?? 0;
};

test("a backup taken while orders are made and paid restores to books that balance and proofs that are whole", async () => {
  const sam = await world.person("Sam Sender", "sender");
  await held(world, sam);
  let made = 0;
  const ended = new AbortController();
  const orders = (async () => {
    for (; !ended.signal.aborted; made += 1) await held(world, sam);
  })();
  await vi.waitUntil(() => made > 1, { timeout: 60_000 });
  const { folder: taken, manifest } = await takeBackup(source(), place("shelf"), PLAIN);
  const madeDuring = made;
  await vi.waitUntil(() => made > madeDuring + 1, { timeout: 60_000 });
  ended.abort();
  await orders;

  const [url, data, said] = [await emptyDatabase(), place("data"), listen()];
  await restore(taken, url, data);
  expect(said()).toContain("Card payments wait until our books were compared");
  const db = openDb({ connectionString: url }, 2);
  onTestFinished(() => db.close());
  const counted = (name: string) => manifest.tables.find((table) => table.name === name)?.rows;
  await db.owner(async (tx) => {
    expect(await brokenInvariants(tx, world.now)).toEqual([]);
    const [found] = await rows(
      tx,
      sql`select (select count(*)::int from sales_order) as orders, (select count(*)::int from payment) as payments,
            (select count(*)::int from event where xid >= pg_snapshot_xmax(pg_current_snapshot())) as ahead,
            (select count(*)::int from graphile_worker._private_jobs) as jobs,
            (select bool_and(place = 'elsewhere') from payment_gate) as shut,
            (select nextval(pg_get_serial_sequence('event', 'position')) > max(position) from event) as next`,
    );
    expect(found).toEqual({
      orders: counted("sales_order"),
      payments: counted("payment"),
      ahead: 0,
      jobs: manifest.jobs?.rows,
      shut: true,
      next: true,
    });
    expect(manifest.jobs?.rows).toBeGreaterThan(0);
    const proofs = await rows(tx, sql<{ file: string; sha256: string }>`select file, sha256 from proof`);
    expect(proofs.length).toBeGreaterThan(0);
    for (const proof of proofs)
      expect(sha256(readFileSync(path.join(data, "pictures", proof.file)))).toBe(proof.sha256);
    const broken = await rows(
      tx,
      sql`select 1 from event group by aggregate, aggregate_id having max(seq) <> count(*)`,
    );
    expect(broken).toEqual([]);
  });
  await expect(restore(taken, url, data)).rejects.toThrow("holds an installation already");
});

test("a backup is verified by restoring it, and what the rows lack is found", async () => {
  const taken = await exportTo(source(), place("export"), PLAIN);
  const said = listen();
  await verifyCommand(taken.folder, ROOT, settings);
  expect(said()).toMatch(/is whole: \d+ tables, \d+ rows, \d+ files\.\n$/);
  const content = readManifest(taken.folder);
  const swapped: Manifest = {
    ...content,
    tables: content.tables.map((table) => ({ ...table, rows: table.rows + 1 })),
  };
  writeFileSync(path.join(taken.folder, MANIFEST), manifestText(swapped));
  expect(await refusal(verifyCommand(taken.folder, ROOT, settings))).toMatchObject({ code: 2 });
  const earlier: Manifest = { ...content, migrations: [{ name: "0001-core.sql", hash: "0".repeat(64) }] };
  writeFileSync(path.join(taken.folder, MANIFEST), manifestText(earlier));
  expect(await refusal(verifyCommand(taken.folder, ROOT, settings))).toEqual({
    code: 1,
    says: EARLIER_LAYOUT.saysOfBackup,
  });
});

test("a backup that is damaged, of a newer Waybill or of earlier tables is refused by a sentence, and nothing is restored of it", async () => {
  const { folder: whole } = await exportTo(source(), place("export"), PLAIN);
  const content = readManifest(whole);
  const url = await emptyDatabase();
  listen();
  const [piece, picture] = [content.tables[3]?.piece.file ?? "", `files/${content.files[0]?.path}`];
  const rewrite = (at: string, change: Partial<Manifest>) =>
    writeFileSync(path.join(at, MANIFEST), manifestText({ ...content, ...change }));
  const flip = (file: string) => {
    const bytes = readFileSync(file);
    bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1);
    writeFileSync(file, bytes);
  };
  const cases: [(at: string) => void, number, RegExp][] = [
    [(at) => flip(path.join(at, piece)), 2, new RegExp(`damaged: ${piece.replaceAll(".", String.raw`\.`)} `)],
    [(at) => rmSync(path.join(at, picture)), 2, /damaged: files\/pictures\//],
    [(at) => writeFileSync(path.join(at, MANIFEST), "{"), 2, /damaged: manifest\.json/],
    [
      (at) => writeFileSync(path.join(at, MANIFEST), manifestText(content).replace('"rows": ', '"rows": 1')),
      2,
      /damaged: manifest\.json/,
    ],
    [(at) => rewrite(at, { files: [{ path: "a/../b", bytes: 1, sha256: "0".repeat(64) }] }), 2, /manifest/],
    [(at) => rewrite(at, { format: FORMAT + 1 }), 4, /has format 2 and this Waybill reads up to 1/],
    [
      (at) => rewrite(at, { migrations: [{ name: "9999-later.sql", hash: "0".repeat(64) }] }),
      4,
      /has 9999-later\.sql, which this Waybill does not know/,
    ],
    [
      (at) => rewrite(at, { migrations: [{ name: "0001-core.sql", hash: "0".repeat(64) }] }),
      1,
      /^The backup was made by an earlier Waybill.*restore it with the version that made it/,
    ],
    [(at) => rmSync(path.join(at, MANIFEST)), 1, /holds no backup: name a folder/],
    [(at) => rmSync(at, { recursive: true }), 1, /is not there: name a folder/],
  ];
  for (const [spoil, code, says] of cases) {
    const [spoilt, data] = [place("spoilt"), place("data")];
    cpSync(whole, spoilt, { recursive: true });
    spoil(spoilt);
    const found = await refusal(restore(spoilt, url, data));
    expect(found).toEqual({ code, says: expect.stringMatching(says) });
    expect(existsSync(data) ? readdirSync(data) : []).toEqual([]);
    expect(await tablesAt(url)).toBe(0);
  }
});

test("rows that are not as they were written leave the database empty and the map as it was", async () => {
  const data = place("data");
  const mapped = place("mapped");
  for (const [at, name] of [
    [data, "mine"],
    [mapped, "theirs"],
  ] as const) {
    mkdirSync(path.join(at, "map"), { recursive: true });
    writeFileSync(path.join(at, "map", "meta.json"), name);
  }
  cpSync(path.join(world.dataFolder, "pictures"), path.join(mapped, "pictures"), { recursive: true });
  const { folder: taken } = await exportTo({ ...source(), dataFolder: mapped }, place("export"), PLAIN);
  const content = readManifest(taken);
  const tables = content.tables.map((table) => ({ ...table, text: "0".repeat(64) }));
  writeFileSync(path.join(taken, MANIFEST), manifestText({ ...content, tables }));
  const url = await emptyDatabase();
  listen();
  expect(await refusal(restore(taken, url, data))).toMatchObject({ code: 2 });
  expect(await tablesAt(url)).toBe(0);
  expect(readFileSync(path.join(data, "map", "meta.json"), "utf8")).toBe("mine");
  expect(readdirSync(data).filter((name) => name.startsWith("map"))).toEqual(["map"]);
});

test("a picture that is missing ends a backup, unless somebody goes on without it", async () => {
  const data = place("data");
  cpSync(world.dataFolder, data, { recursive: true });
  const [top = ""] = readdirSync(path.join(data, "pictures"));
  rmSync(path.join(data, "pictures", top), { recursive: true });
  const lacking = { ...source(), dataFolder: data };
  const shelf = place("shelf");
  expect(await refusal(takeBackup(lacking, shelf, PLAIN))).toEqual({
    code: 2,
    says: expect.stringMatching(/^pictures\/\S+ of the data folder is missing or damaged.+--allow-missing/),
  });
  expect(readdirSync(shelf)).toEqual([]);
  const { manifest } = await takeBackup(lacking, shelf, { ...PLAIN, allowMissing: true });
  expect(manifest.missing).toHaveLength(1);
});

test("backups share their pictures on the disk, one at a time is made, and the rule says which are kept", async () => {
  const shelf = place("shelf");
  const first = await takeBackup(source(), shelf, PLAIN);
  writeFileSync(path.join(shelf, ".part-left"), "");
  const second = await takeBackup(source(), shelf, PLAIN);
  const [file] = first.manifest.files;
  const inode = (at: string) => statSync(path.join(at, "files", file?.path ?? "")).ino;
  expect(inode(first.folder)).toBe(inode(second.folder));
  expect((await goodBackups(shelf)).map(({ name }) => path.join(shelf, name))).toEqual([
    second.folder,
    first.folder,
  ]);

  const lock = takeLock(path.join(shelf, "waybill-backup.lock"));
  await expect(takeBackup(source(), shelf, PLAIN)).rejects.toThrow(`is under way (process ${process.pid})`);
  lock.release();
  cpSync(first.folder, path.join(shelf, nameAt("2020-01-01T00:00:00.000Z")), { recursive: true });
  expect(await prune(shelf, { hours: 1, days: 0, weeks: 0, months: 0 })).toHaveLength(2);
  expect(readdirSync(shelf)).toEqual([path.basename(second.folder), "waybill-shelf.json"]);
  await expect(exportTo(source(), shelf, PLAIN)).rejects.toThrow("is not empty");
});

test("a plain owner restores and backs up every row, and a user whom row-level security hides rows from is refused", async () => {
  const name = `waybill_plain_${randomBytes(4).toString("hex")}`;
  await admin.query(`create role ${name} login password 'plain' nosuperuser; grant waybill_app to ${name}`);
  const other = `${name}_b`;
  await admin.query(`create role ${other} login password 'plain' nosuperuser; grant waybill_app to ${other}`);
  onTestFinished(async () => void (await admin.query(`drop role ${name}, ${other}`)));
  const as = (user: string, at: string) => {
    const changed = new URL(at);
    [changed.username, changed.password] = [user, "plain"];
    return changed.href;
  };
  const plain = await emptyDatabase(name);
  const first = await exportTo(source(), place("export"), PLAIN);
  listen();
  await restore(first.folder, as(name, plain));
  const again = { ...source(), connection: { connectionString: as(name, plain) } };
  const second = await exportTo(again, place("export"), PLAIN);
  const marked = new Set(["payment_gate", "payment_op", "courier_epoch"]);
  const texts = (manifest: Manifest) =>
    manifest.tables
      .filter((table) => !marked.has(table.name))
      .map((table) => [table.name, table.rows, table.text]);
  expect(texts(second.manifest)).toEqual(texts(first.manifest));
  const owner = new pg.Client({ connectionString: as(name, plain) });
  await owner.connect();
  for (const schema of ["public", "oidc", "sandbox_bank"])
    await owner.query(
      `grant usage on schema ${schema} to ${other}; grant select on all tables in schema ${schema} to ${other}`,
    );
  await owner.end();
  const stranger = { ...source(), connection: { connectionString: as(other, plain) } };
  await expect(exportTo(stranger, place("export"), PLAIN)).rejects.toThrow(
    /does not let its user read all of \w+ \(.*row-level security/,
  );
});

test("an earlier backup goes into a newer Waybill, whose migrations run afterwards", async () => {
  const { folder: taken, manifest } = await exportTo(source(), place("export"), PLAIN);
  const newest = manifest.migrations.at(-1)?.name ?? "";
  const root = place("root");
  cpSync("db", path.join(root, "db"), { recursive: true });
  cpSync("package.json", path.join(root, "package.json"));
  writeFileSync(
    path.join(root, "db/migrations/9000-later.sql"),
    "alter table organization add column later text;",
  );
  const url = await emptyDatabase();
  listen();
  const given = readSettings({}, [taken, "--data", place("data"), "--database-url", url], ["--replace"]);
  await restoreCommand(given, root);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ran = await client.query("select name from schema_migration order by name desc limit 2");
  expect(ran.rows).toEqual([{ name: "9000-later.sql" }, { name: newest }]);
  expect((await client.query("select later from organization")).rowCount).toBeGreaterThan(0);
  await client.end();
});
