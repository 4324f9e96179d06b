import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readManifest } from "#server/backup/manifest.ts";
import { environment } from "./support/processes/bare-environment.ts";
import { freePorts } from "./support/processes/free-ports.ts";
import { asOneFile } from "./support/processes/one-file.ts";
import { processesOf } from "./support/processes/processes-of.ts";
import { type Product, startProduct } from "./support/processes/product.ts";
import { dice } from "./support/seeds/dice.ts";
import { testSeed } from "./support/seeds/test-seed.ts";

let root: string;
/** Data folders that bare starts left in order, and a backup of the new one. */
let [old, fresh, backup] = ["", "", ""];
const running: Product[] = [];
const mounted: string[] = [];

const startBare = async (data: string, ...more: string[]): Promise<{ product: Product; metrics: number }> => {
  // The map of the tests is a mark, none to draw.
  rmSync(path.join(data, "map"), { recursive: true, force: true });
  const [port = 0, provider = 0, metrics = 0] = await freePorts(3);
  const ports = [`--provider-port=${provider}`, `--metrics-port=${metrics}`];
  const product = await startProduct(data, port, ["--api-only", "--no-demo", ...ports, ...more]);
  running.push(product);
  return { product, metrics };
};

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** Runs the command line; `killAt` is a place of `failpoint` or milliseconds from the start. */
async function waybill(args: readonly string[], killAt?: string | number): Promise<Ended> {
  const child = spawn(process.execPath, [await asOneFile("test/support/processes/waybill-cut.ts"), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...environment(), ...(typeof killAt === "string" && { WAYBILL_CRASH_AT: killAt }) },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => (said += part.toString()));
  const timer = typeof killAt === "number" ? setTimeout(() => child.kill("SIGKILL"), killAt) : undefined;
  await once(child, "close");
  clearTimeout(timer);
  return { code: child.exitCode, said };
}

/** Moments within the time that a whole run takes here and now. */
async function momentsIn(args: readonly string[]): Promise<number[]> {
  const seed = testSeed();
  process.stdout.write(`seed ${seed}\n`);
  const roll = dice(seed);
  const began = performance.now();
  const { code, said } = await waybill(args);
  if (code !== 0) throw new Error(said);
  const took = performance.now() - began;
  return Array.from({ length: 3 }, () => Math.round(roll() * took));
}

const folderOf = (name: string): string => path.join(root, name);

/** A new copy of a data folder. */
function copyOf(data: string, name: string): string {
  const copy = folderOf(name);
  rmSync(copy, { recursive: true, force: true });
  execFileSync("cp", ["-a", data, copy]);
  return copy;
}

/** Name of the organisation in a backup. */
function nameIn(folder: string): string {
  const table = readManifest(folder).tables.find(({ name }) => name === "organization");
  const text = gunzipSync(readFileSync(path.join(folder, table?.piece.file ?? ""))).toString();
  return /(Old|New) Riders/.exec(text)?.[0] ?? text;
}

const partsIn = (shelf: string): string[] =>
  existsSync(shelf) ? readdirSync(shelf).filter((name) => name.startsWith(".part-")) : [];

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), "waybill-backups-"));
  [old, fresh, backup] = [folderOf("old"), folderOf("fresh"), folderOf("backup")];
  for (const [data, name] of [
    [old, "Old Riders"],
    [fresh, "New Riders"],
  ] as const) {
    const { product } = await startBare(data, `--org-name=${name}`);
    await product.stop();
    mkdirSync(path.join(data, "pictures"), { recursive: true });
    writeFileSync(path.join(data, "pictures", "mark"), name);
    mkdirSync(path.join(data, "map"), { recursive: true });
    writeFileSync(path.join(data, "map", "meta.json"), JSON.stringify({ name }));
  }
  const { code, said } = await waybill(["export", backup, "--data", fresh]);
  if (code !== 0) throw new Error(said);
}, 240_000);
afterEach(async () => {
  for (const product of running.splice(0)) await product.stop();
  for (const folder of mounted.splice(0)) spawnSync("umount", [folder]);
});
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }), 120_000);

test("a restore that is killed at any moment leaves the old data or the new ones, and the next one works", async () => {
  const args = ["restore", backup, "--replace", "--data"];
  const places = ["filled", "drafted", "decided", "between", "one", "swapped"].map(
    (name) => `restore:${name}`,
  );
  const moments = await momentsIn([...args, copyOf(old, "killed")]);
  const seen = new Set<string>();
  for (const at of [...places, ...moments]) {
    const data = copyOf(old, "killed");
    const ended = await waybill([...args, data], at);
    expect(ended.code === null || typeof at === "number", String(at)).toBe(true);
    const found = folderOf("found");
    rmSync(found, { recursive: true, force: true });
    expect(await waybill(["export", found, "--data", data]), String(at)).toMatchObject({ code: 0 });
    const name = nameIn(found);
    seen.add(name);
    const mark = path.join(data, "pictures", "mark");
    expect(existsSync(mark), `${at}: pictures of ${name}`).toBe(name === "Old Riders");
    const map: unknown = JSON.parse(readFileSync(path.join(data, "map", "meta.json"), "utf8"));
    expect(map, String(at)).toEqual({ name });
    const left = readdirSync(data).filter((one) => /restore/.test(one));
    expect(left, String(at)).toEqual([]);
    const isKept = readdirSync(data).some((one) => one.startsWith("postgres.before-"));
    expect(isKept, `${at}: ${name}`).toBe(name === "New Riders");
  }
  expect([...seen].toSorted()).toEqual(["New Riders", "Old Riders"]);
  const data = copyOf(old, "killed");
  const again = await waybill(["import", backup, "--replace", "--data", data]);
  expect(again).toMatchObject({ code: 0 });
  expect(again.said).toContain("The old data are kept as");
  const { product } = await startBare(data);
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  const config: unknown = await (await fetch(`${product.url}/config.json`)).json();
  expect(config).toBeTypeOf("object");
}, 900_000);

test("a backup that is killed at any moment is none, and the next one removes what it left", async () => {
  const data = copyOf(old, "source");
  const { product } = await startBare(data);
  const shelf = folderOf("shelf");
  const args = ["backup", "--to", shelf, "--data", data];
  const places = ["rows", "written", "checked"].map((name) => `backup:${name}`);
  const moments = await momentsIn(args);
  for (const at of [...places, ...moments]) {
    rmSync(shelf, { recursive: true, force: true });
    const ended = await waybill(args, at);
    const isCut = ended.code === null && partsIn(shelf).length === 1;
    expect(isCut || typeof at === "number", String(at)).toBe(true);
    const whole = existsSync(shelf) ? readdirSync(shelf).filter((name) => name.startsWith("waybill-2")) : [];
    expect(whole.length === 1 || ended.code !== 0, String(at)).toBe(true);
    for (const name of whole) expect(nameIn(path.join(shelf, name))).toBe("Old Riders");
    expect(await waybill(args), String(at)).toMatchObject({ code: 0 });
    expect(partsIn(shelf), String(at)).toEqual([]);
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  }
  expect(await waybill(["backup", "verify", shelf])).toMatchObject({ code: 0 });
}, 900_000);

test("a running Waybill backs up by itself and says the age of the last one; a folder that is gone is said", async () => {
  const data = copyOf(old, "hourly");
  const shelf = folderOf("hourly-shelf");
  const gone = await startBare(data, `--backup-to=${shelf}`);
  const log = () => readFileSync(path.join(data, "waybill.log"), "utf8");
  await expect.poll(log, { timeout: 30_000 }).toMatch(/hourly-shelf is not there: .*"the backup failed"/s);
  expect(existsSync(shelf)).toBe(false);
  const age = async (port: number) =>
    /^waybill_backup_age_seconds (\S+)$/m.exec(
      await (await fetch(`http://localhost:${port}/metrics`)).text(),
    )?.[1];
  expect(await age(gone.metrics)).toBe("Nan");
  const doctor = () => waybill(["doctor", "--data", data, "--no-demo", `--backup-to=${shelf}`]);
  expect((await doctor()).said).toMatch(/BAD +last +\S+hourly-shelf is not there/);
  await gone.product.stop();

  mkdirSync(shelf);
  const { metrics } = await startBare(data, `--backup-to=${shelf}`);
  await expect
    .poll(() => readdirSync(shelf).filter((name) => name.startsWith("waybill-2")), { timeout: 60_000 })
    .toHaveLength(1);
  await expect.poll(log, { timeout: 30_000 }).toContain('"msg":"backed up"');
  expect(Number(await age(metrics))).toBeLessThan(600);
  expect((await doctor()).said).toMatch(/last +the last good backup is \d+ minutes old/);
}, 300_000);

/** A small disk of its own. */
function disk(name: string, megabytes: number): string | undefined {
  const folder = folderOf(name);
  mkdirSync(folder);
  if (spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]).status !== 0)
    return undefined;
  mounted.push(folder);
  return folder;
}

test("a full disk ends a backup and a restore with a sentence and leaves nothing of them", async (context) => {
  const [small, narrow] = [disk("small", 1), disk("narrow", 260)];
  if (small === undefined || narrow === undefined) {
    context.skip("needs the right to mount");
    return;
  }
  const free = () => statfsSync(small).bavail * statfsSync(small).bsize;
  const data = copyOf(old, "full");
  const { product } = await startBare(data);
  const filler = openSync(path.join(small, "filler"), "a");
  while (free() > 100_000) writeSync(filler, Buffer.alloc(4096));
  closeSync(filler);
  const ended = await waybill(["backup", "--to", path.join(small, "shelf"), "--data", data]);
  expect(ended).toMatchObject({ code: 3, said: expect.stringContaining("has no room for a backup") });
  expect(readdirSync(path.join(small, "shelf"))).toEqual([]);
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200);

  const restored = await waybill(["restore", backup, "--data", path.join(narrow, "data")]);
  expect(restored).toMatchObject({ code: 3, said: expect.stringContaining("nothing was changed") });
  expect(readdirSync(path.join(narrow, "data"))).toEqual([]);
}, 300_000);

test("a damaged piece, a folder that may not be written and data that are there are one sentence each", async () => {
  const spoilt = folderOf("spoilt");
  cpSync(backup, spoilt, { recursive: true });
  writeFileSync(path.join(spoilt, readManifest(backup).tables[5]?.piece.file ?? ""), "x");
  const empty = folderOf("empty");
  const sentences: [readonly string[], number, RegExp][] = [
    [["restore", spoilt, "--data", empty], 2, /is damaged: tables\/\S+ is not as it was written/],
    [["restore", backup, "--data", old], 1, /holds an installation already: say --replace/],
    [["restore", folderOf("nowhere"), "--data", empty], 1, /is not there: name a folder/],
    [["backup", "--data", old], 1, /^Say "waybill backup --to FOLDER"/],
    [["backup", "--to", folderOf("b"), "--data", folderOf("none")], 1, /There is no data at .+none: nothing/],
    [["export", backup, "--data", old], 1, /is not empty: name a folder/],
  ];
  for (const [args, code, says] of sentences) {
    const ended = await waybill(args);
    expect(ended, args.join(" ")).toMatchObject({ code });
    expect(ended.said.trim().split("\n").at(-1), args.join(" ")).toMatch(says);
    expect(ended.said).not.toContain("fault of its own");
  }
  expect(processesOf(root)).toEqual([]);
}, 300_000);
