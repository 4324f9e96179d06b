import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import type { ClientConfig } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openDatabase } from "#main/cli/database.ts";
import { readSettings } from "#main/config/read.ts";
import type { Manifest } from "#server/backup/manifest.ts";
import { exportTo } from "#server/backup/take-backup.ts";
import { fetchEarlierPrograms } from "#server/backup/earlier-programs.ts";
import { majorIn } from "#server/db/embedded-create.ts";
import { type Programs, findPrograms } from "#server/db/embedded-program.ts";
import { startEmbeddedPostgres } from "#server/db/embedded.ts";
import { withDatabase } from "#test/support/database/database-template.ts";
import { environment } from "#test/support/processes/bare-environment.ts";
import { asOneFile } from "#test/support/processes/one-file.ts";
import { openCrew } from "#test/support/people/crew.ts";
import { openWorld } from "#test/support/world.ts";
import { fillToday } from "./fill.ts";
import { sourceOf } from "./source.ts";
import { upgradeCommand } from "./upgrade-command.ts";

const ROOT = process.cwd();
const PLAIN = { reserve: 0, allowMissing: false };
/** Kept between runs. */
const CACHE = path.resolve("node_modules/.cache/postgres-17");
const PACKAGE = path.join(CACHE, "node_modules", path.relative("node_modules", findPrograms().folder));
let folder: string;
let programs: Programs;
/** A data folder of PostgreSQL 17, and its rows. */
let made: string;
let rows: Manifest;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "waybill-upgrade-"));
  made = path.join(folder, "made");
  programs = await fetchEarlierPrograms("17", CACHE);
  const world = await openWorld({ runJobs: false });
  await (await openCrew(world)).delivered();
  const name = await world.one(sql<{ name: string }>`select current_database() as name`);
  const connection = withDatabase(inject("adminUrl"), name?.name ?? "");
  const taken = await exportTo(
    sourceOf(connection, world.dataFolder, ROOT),
    path.join(folder, "rows"),
    PLAIN,
  );
  rows = taken.manifest;
  cpSync(path.join(world.dataFolder, "pictures"), path.join(made, "pictures"), { recursive: true });
  await world.close();
  await using(made, (at) => fillToday(at, taken, ROOT), programs);
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function using<T>(
  data: string,
  work: (connection: ClientConfig) => Promise<T>,
  of?: Programs,
): Promise<T> {
  const server = await startEmbeddedPostgres({
    folder: path.join(data, "postgres"),
    ...(of && { programs: of }),
  });
  try {
    return await work(server.connection);
  } finally {
    await server.stop();
  }
}

let copies = 0;
function copy(): string {
  copies += 1;
  const data = path.join(folder, `data-${copies}`);
  // With the modes of its folders, which Node's own copy loses on Node 24: PostgreSQL starts on no others.
  execFileSync("cp", ["-a", made, data]);
  return data;
}

const major = (data: string): string => majorIn(path.join(data, "postgres", "pg"));
const given = (data: string, ...more: string[]) =>
  readSettings({}, ["--data", data, `--programs=${PACKAGE}`, ...more], ["--programs="]);
const upgrade = (data: string): Promise<void> => upgradeCommand(given(data), ROOT);

/** Name, count and hash of every table. */
const texts = (manifest: Manifest) =>
  manifest.tables.map(({ schema, name, rows: count, text }) => ({ schema, name, count, text }));

async function rowsIn(data: string): Promise<Manifest> {
  const to = path.join(folder, `rows-${path.basename(data)}-${readdirSync(folder).length}`);
  const taken = await using(data, (at) => exportTo(sourceOf(at, data, ROOT), to, PLAIN));
  return taken.manifest;
}

test("data of an earlier PostgreSQL are refused with what to do, and moved by one command with every row and picture", async () => {
  const data = copy();
  expect(major(data)).toBe("17");
  await expect(openDatabase(given(data).settings)).rejects.toThrow(
    /PostgreSQL 17 .*run "waybill upgrade" once/,
  );
  await upgrade(data);
  expect(major(data)).toBe(findPrograms().major);
  const now = await rowsIn(data);
  expect(texts(now)).toEqual(texts(rows));
  expect(now.jobs?.rows).toBe(rows.jobs?.rows);
  expect(now.files).toEqual(rows.files);
  const beside = readdirSync(data).filter((one) => /\.(before|restore)-/.test(one));
  expect(beside).toEqual([expect.stringMatching(/^postgres\.before-/)]);
  expect(majorIn(path.join(data, beside[0] ?? "", "pg"))).toBe("17");
  await upgrade(data);
  expect(readdirSync(data).filter((one) => one.includes(".before-"))).toEqual(beside);
});

test.each(["restore:filled", "restore:between"])(
  "killed at %s, the old data stand whole or the new ones, and the next call ends it",
  async (place) => {
    const data = copy();
    const entry = await asOneFile("test/support/processes/waybill-cut.ts");
    const env = { ...environment(), WAYBILL_CRASH_AT: place };
    const args = [entry, "upgrade", "--data", data, `--programs=${PACKAGE}`];
    const child = spawn(process.execPath, args, { stdio: "ignore", env });
    await once(child, "close");
    expect(child.signalCode).toBe("SIGKILL");
    await upgrade(data);
    expect(major(data)).toBe(findPrograms().major);
    expect(texts(await rowsIn(data))).toEqual(texts(rows));
  },
);

test("what cannot be upgraded is said, and nothing is changed", async () => {
  const refused = async (work: Promise<unknown>, says: RegExp) => expect(work).rejects.toThrow(says);
  await refused(upgrade(path.join(folder, "none")), /There is no data at/);
  const data = copy();
  const wrong = readSettings({}, ["--data", data, `--programs=${folder}`], ["--programs="]);
  await refused(upgradeCommand(wrong, ROOT), /does not hold PostgreSQL 17/);
  const own = given(data, "--database-url", "postgresql://nobody@127.0.0.1:1/none");
  await refused(upgradeCommand(own, ROOT), /a database of your own/);
  expect(major(data)).toBe("17");
  const strange = path.join(folder, "strange");
  mkdirSync(path.join(strange, "postgres", "pg"), { recursive: true });
  const ofMajor = (version: string) =>
    writeFileSync(path.join(strange, "postgres", "pg", "PG_VERSION"), `${version}\n`);
  ofMajor("12");
  const without = readSettings({}, ["--data", strange], ["--programs="]);
  await refused(upgradeCommand(without, ROOT), /No Waybill brought PostgreSQL 12/);
  ofMajor("99");
  await refused(upgradeCommand(without, ROOT), /install the newer Waybill/);
});
