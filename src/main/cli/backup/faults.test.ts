import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { HOUR_MS } from "#kernel/instant.ts";
import { examineBackups } from "#main/cli/doctor/backups.ts";
import { readSettings } from "#main/config/read.ts";
import { settle } from "#main/config/settle.ts";
import { goodBackups, nameAt } from "#server/backup/shelf.ts";
import { exportTo, takeBackup } from "#server/backup/take-backup.ts";
import { type BareDatabase, openBareDatabase } from "#test/support/database/bare-database.ts";
import { withDatabase } from "#test/support/database/database-template.ts";
import { environment } from "#test/support/processes/bare-environment.ts";
import { asOneFile } from "#test/support/processes/one-file.ts";
import { says } from "./backup-command.ts";
import { backupGauges, keepBackups } from "./keep-backups.ts";
import { sourceOf } from "./source.ts";

const ROOT = process.cwd();
const PLAIN = { reserve: 0, allowMissing: false };
let bare: BareDatabase;
let folder: string;
beforeAll(async () => {
  bare = await openBareDatabase();
  folder = mkdtempSync(path.join(tmpdir(), "waybill-faults-"));
});
afterAll(async () => {
  await bare.close();
  rmSync(folder, { recursive: true, force: true });
});

const place = (name: string) => path.join(folder, `${name}-${randomBytes(3).toString("hex")}`);
const source = () => sourceOf(bare.connection, place("data"), ROOT);

test("a folder that goes away during a backup is said", async () => {
  const shelf = place("shelf");
  const vanishing = {
    ...source(),
    named: () => {
      rmSync(shelf, { recursive: true });
      return Promise.resolve([{ path: "pictures/a", bytes: 1, sha256: "0".repeat(64) }]);
    },
  };
  const going = takeBackup(vanishing, shelf, { ...PLAIN, allowMissing: true });
  await expect(going).rejects.toThrow(`${shelf} is gone: mount its disk or make the folder`);
});

test("a database that goes away during a backup is said, and nothing is left", async () => {
  const shelf = place("shelf");
  const admin = new pg.Client(bare.adminConnection);
  await admin.connect();
  onTestFinished(() => admin.end());
  const name = path.basename(new URL(bare.connection.connectionString).pathname);
  const dying = {
    ...source(),
    named: async () => {
      await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
      return [];
    },
  };
  await expect(takeBackup(dying, shelf, PLAIN)).rejects.toThrow("The database went away during the backup");
  expect(readdirSync(shelf)).toEqual([]);
});

test("a disk that others need more is left alone, and a backup that is stopped leaves nothing", async () => {
  const shelf = place("shelf");
  await expect(takeBackup(source(), shelf, { ...PLAIN, reserve: 1e18 })).rejects.toThrow(
    "has no room for a backup",
  );
  const ended = new AbortController();
  const stopping = {
    ...source(),
    named: () => {
      ended.abort();
      return Promise.resolve([]);
    },
  };
  await expect(takeBackup(stopping, shelf, { ...PLAIN, signal: ended.signal })).rejects.toThrow("abort");
  expect(readdirSync(shelf)).toEqual([]);
});

test("a restore into a database of one's own that is killed leaves it empty, and the next one fills it", async () => {
  const taken = await exportTo(source(), place("export"), PLAIN);
  const name = `waybill_cut_${randomBytes(4).toString("hex")}`;
  const admin = new pg.Client(bare.adminConnection);
  await admin.connect();
  await admin.query(`create database ${name} template template0`);
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  const { connectionString: url } = withDatabase(inject("adminUrl"), name);
  const entry = await asOneFile("test/support/processes/waybill-cut.ts");
  const restore = async (at?: string) => {
    const args = [entry, "restore", taken.folder, "--data", place("data"), "--database-url", url];
    const crash = at === undefined ? {} : { WAYBILL_CRASH_AT: at };
    const child = spawn(process.execPath, args, { stdio: "ignore", env: { ...environment(), ...crash } });
    await once(child, "close");
    return child.exitCode;
  };
  const made = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const found = await client.query("select to_regclass('public.organization') is not null as made");
    await client.end();
    return found.rows;
  };
  expect(await restore("restore:filled")).toBe(null);
  expect(await made()).toEqual([{ made: false }]);
  expect(await restore()).toBe(0);
  expect(await made()).toEqual([{ made: true }]);
});

test("the folder of another installation is refused, and nothing in it is deleted", async () => {
  const shelf = place("shelf");
  const mine = source();
  await takeBackup(mine, shelf, PLAIN);
  const { manifest } = await takeBackup(mine, shelf, PLAIN);
  expect(manifest.installation).toMatch(/^[\da-f-]{36}$/);
  mkdirSync(path.join(shelf, ".part-mine"));
  const before = readdirSync(shelf);
  await expect(takeBackup(source(), shelf, PLAIN)).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringContaining("holds the backups of another installation: choose another folder"),
  });
  expect(readdirSync(shelf)).toEqual(before);
});

test("a backup leaves an export alone that is written beside it", async () => {
  const shelf = place("shelf");
  const mine = source();
  const during = {
    ...mine,
    named: async () => {
      await takeBackup(mine, shelf, PLAIN);
      return [];
    },
  };
  const { folder: taken } = await exportTo(during, path.join(shelf, "moving"), PLAIN);
  expect(existsSync(path.join(taken, "manifest.json"))).toBe(true);
});

test("a folder that never stands still is said in the backup", async () => {
  const data = place("data");
  mkdirSync(path.join(data, "map"), { recursive: true });
  const map = path.join(data, "map", "meta.json");
  const file = openSync(map, "w");
  let isMoving = true;
  // Every wait for the disk lets this run at least once. Written over: a file that is emptied first may be read empty twice.
  const move = (times = 1) => {
    writeSync(file, String(times).padStart(9, "0"), 0);
    if (isMoving) setImmediate(move, times + 1);
  };
  move();
  onTestFinished(() => {
    isMoving = false;
    closeSync(file);
  });
  const mine = sourceOf(bare.connection, data, ROOT);
  const taken = await takeBackup(mine, place("shelf"), PLAIN);
  expect(taken.manifest.unsteady).toEqual(["map"]);
  expect(says(taken)).toContain("map changed while it was copied");
  isMoving = false;
  expect((await takeBackup(mine, place("shelf"), PLAIN)).manifest.unsteady).toBeUndefined();
});

const backing = (shelf: string) => {
  const given = ["--data", place("data"), "--oidc-issuer=https://id.example", "--payment=none"];
  return settle(readSettings({}, [...given, `--backup-to=${shelf}`]).settings, {});
};

test("a disk of backups that fails ends neither Waybill nor its figures", async () => {
  const shelf = place("shelf");
  writeFileSync(shelf, "no folder");
  const said: string[] = [];
  const log = { info: () => undefined, error: (_: object, text: string) => void said.push(text) };
  const kept = keepBackups(backing(shelf), { connection: bare.connection, root: ROOT, log });
  onTestFinished(() => kept.close());
  await expect.poll(() => said).toEqual(["the backup failed"]);
  expect(await backupGauges(backing(shelf))[0]?.read(new pg.Pool())).toBeNaN();
});

test("a backup that is dated in the future keeps no other from being made", async () => {
  const shelf = place("shelf");
  const later = path.join(shelf, nameAt("2999-01-01T00:00:00.000Z"));
  mkdirSync(later, { recursive: true });
  writeFileSync(path.join(later, "manifest.json"), "{}");
  const said: string[] = [];
  const log = { info: (_: object, text: string) => void said.push(text), error: () => undefined };
  const kept = keepBackups(backing(shelf), { connection: bare.connection, root: ROOT, log });
  onTestFinished(() => kept.close());
  await expect.poll(() => said, { timeout: 60_000 }).toEqual(["backed up"]);
  expect(await backupGauges(backing(shelf))[0]?.read(new pg.Pool())).toBeLessThan(600);
});

test("doctor says how old the last good backup is, and where it lies", async () => {
  const [data, shelf] = [place("data"), place("shelf")];
  mkdirSync(data);
  const settings = (...args: string[]) =>
    settle(
      readSettings({}, ["--data", data, "--oidc-issuer=https://id.example", "--payment=none", ...args])
        .settings,
      {},
    );
  const look = async (given: ReturnType<typeof settle>, now = Date.now()) => {
    const [found] = await examineBackups(given, now);
    return found && [found.verdict, found.says];
  };
  const set = settings(`--backup-to=${shelf}`);
  expect(await look(settle(readSettings({}, ["--data", data]).settings, {}))).toBeUndefined();
  expect(await look(settings())).toEqual(["careful", "Waybill makes no backups by itself"]);
  expect(await look(set)).toEqual(["bad", `${shelf} is not there`]);
  mkdirSync(shelf);
  expect(await look(set)).toEqual(["careful", `${shelf} holds no backup yet`]);
  await takeBackup(source(), shelf, PLAIN);
  const time = (await goodBackups(shelf))[0]?.time ?? 0;
  expect(await look(set, time + 90 * 60_000)).toEqual([
    "careful",
    "the last good backup is 90 minutes old, and lies on the disk of the data",
  ]);
  expect(await look(set, time + 3 * HOUR_MS)).toEqual(["bad", "the last good backup is 3 hours old"]);
  expect(await look(set, time + 72 * HOUR_MS)).toEqual(["bad", "the last good backup is 3 days old"]);
  expect(await look(settings(`--backup-to=${shelf}`, "--backup-every=2d"), time + 72 * HOUR_MS)).toEqual([
    "careful",
    "the last good backup is 3 days old, and lies on the disk of the data",
  ]);
});
