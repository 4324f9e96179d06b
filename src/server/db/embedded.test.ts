import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres, startTestPostgres } from "./embedded.ts";
import { isAlive } from "./process-info.ts";

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "waybill-embedded-"));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  return folder;
}

/** A database that was stopped in order; making one takes 2 s of processor time, a copy of its 40 MB next to none. */
let made: string;
beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), "waybill-embedded-"));
  await (await startEmbeddedPostgres({ folder: made })).stop();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

/** Makes a folder in which a database lies already, for tests that are not about its making. */
function usedFolder(): string {
  const folder = tempFolder();
  execFileSync("cp", ["-a", `${made}/.`, folder]);
  return folder;
}

async function begin(folder: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ folder });
  cleanups.push(() => server.stop());
  return server;
}

async function ask(server: EmbeddedPostgres, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Runs the launcher in a process of its own, so that it can be killed; says each step on stdout. */
function launchApart(folder: string): ChildProcess {
  const launcher = join(import.meta.dirname, "embedded.ts");
  const code = `import { startEmbeddedPostgres } from ${JSON.stringify(launcher)};
    startEmbeddedPostgres({ folder: ${JSON.stringify(folder)}, onProgress: console.log })
      .then((s) => { console.log("pid", s.pid); setInterval(() => {}, 1000); }, (e) => { console.log(e.message); process.exit(1); });`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanups.push(() => void child.kill("SIGKILL"));
  return child;
}

async function hears(child: ChildProcess, wanted: RegExp): Promise<string> {
  let said = "";
  for await (const part of child.stdout ?? []) {
    said += String(part);
    const found = wanted.exec(said);
    if (found) return found[1] ?? found[0];
  }
  throw new Error(`ended after saying: ${said}`);
}

async function isGoneWithin(pid: number, ms: number): Promise<boolean> {
  for (let waited = 0; waited < ms && isAlive(pid); waited += 50) await sleep(50);
  return !isAlive(pid);
}

test("a first start makes a UTF-8 database that sorts the same everywhere, and a restart keeps its rows", async () => {
  const folder = tempFolder();
  const first = await startEmbeddedPostgres({ folder });
  expect(first.fresh).toBe(true);
  await ask(first, "create table kept (n int); insert into kept values (7)");
  expect(
    await ask(
      first,
      "select pg_encoding_to_char(encoding) as e, datlocale as l from pg_database where datname = 'waybill'",
    ),
  ).toEqual([{ e: "UTF8", l: "C.UTF-8" }]);
  expect(await ask(first, "show fsync")).toEqual([{ fsync: "on" }]);
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  const second = await begin(folder);
  expect(second.fresh).toBe(false);
  expect(await ask(second, "select n from kept")).toEqual([{ n: 7 }]);
});

test("a wrong password is refused", async () => {
  const server = await begin(usedFolder());
  const client = new Client({ ...server.connection, password: "guess" });
  await expect(client.connect()).rejects.toThrow(/password authentication failed/);
});

test("killing Waybill with SIGKILL leaves no orphan, and the next start keeps what was committed", async () => {
  const folder = tempFolder();
  const parent = launchApart(folder);
  const pid = Number(await hears(parent, /pid (\d+)/));
  expect(isAlive(pid)).toBe(true);
  parent.kill("SIGKILL");
  expect(await isGoneWithin(pid, 10_000)).toBe(true);
  const next = await begin(folder);
  expect(await ask(next, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a start right after SIGKILL waits for the old server instead of failing", async () => {
  const folder = usedFolder();
  const parent = launchApart(folder);
  await hears(parent, /pid (\d+)/);
  parent.kill("SIGKILL");
  await once(parent, "exit");
  const next = await begin(folder);
  expect(await ask(next, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a second Waybill on the same data is refused with the process id of the first", async () => {
  const folder = usedFolder();
  await begin(folder);
  const second = launchApart(folder);
  expect(await hears(second, /Another Waybill \(process (\d+)\) already uses this data/)).toBe(
    String(process.pid),
  );
});

test("a first start that was killed half way is begun anew", async () => {
  const folder = tempFolder();
  const parent = launchApart(folder);
  await hears(parent, /creating/);
  const half = () => readdirSync(folder).some((name) => existsSync(join(folder, name, "PG_VERSION")));
  while (!half()) await sleep(2);
  parent.kill("SIGKILL");
  await once(parent, "exit");
  expect(existsSync(join(folder, "pg"))).toBe(false);
  const next = await begin(folder);
  expect(next.fresh).toBe(true);
  expect(await ask(next, "select 1 as one")).toEqual([{ one: 1 }]);
  const drafts = () => readdirSync(folder).filter((name) => name.startsWith("pg.new-"));
  await expect.poll(drafts, { timeout: 20_000 }).toEqual([]);
});

test("data of another PostgreSQL version is refused with what to do", async () => {
  const folder = tempFolder();
  mkdirSync(join(folder, "pg"));
  writeFileSync(join(folder, "pg", "PG_VERSION"), "15\n");
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(
    /written by PostgreSQL 15 and this Waybill brings PostgreSQL 18/,
  );
});

test("a deep data folder still gets a socket that is short enough", async () => {
  const deep = join(tempFolder(), "x".repeat(60), "y".repeat(60));
  const server = await begin(deep);
  expect(Buffer.byteLength(`${server.connection.host}/.s.PGSQL.5432`)).toBeLessThanOrEqual(100);
  expect(await ask(server, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a file where the folder should be is named with the cure", async () => {
  const file = join(tempFolder(), "data");
  writeFileSync(file, "");
  await expect(startEmbeddedPostgres({ folder: file })).rejects.toThrow(/is a file where a folder is needed/);
});

test.each(["SIGINT", "SIGKILL"] as const)(
  "a database that ended by %s is started again at the same address with its rows, and stops in order afterwards",
  async (signal) => {
    const news: string[] = [];
    const folder = usedFolder();
    const server = await startEmbeddedPostgres({ folder, onNews: ({ state }) => news.push(state) });
    cleanups.push(() => server.stop());
    await ask(server, "create table kept (n int); insert into kept values (7)");
    const { pid } = server;
    process.kill(pid, signal);
    await expect.poll(() => news.at(-1), { timeout: 30_000 }).toBe("back");
    expect(news).toContain("ended");
    expect(server.pid).not.toBe(pid);
    expect(await ask(server, "select n from kept")).toEqual([{ n: 7 }]);
    await server.stop();
    expect(isAlive(server.pid)).toBe(false);
  },
);

test("while it cannot be started again it is tried until it can", async () => {
  const folder = usedFolder();
  const news: string[] = [];
  const server = await startEmbeddedPostgres({ folder, onNews: ({ state }) => news.push(state) });
  cleanups.push(() => server.stop());
  renameSync(join(folder, "pg"), join(folder, "away"));
  process.kill(server.pid, "SIGKILL");
  await expect
    .poll(() => news.filter((state) => state === "down").length, { timeout: 30_000 })
    .toBeGreaterThan(1);
  renameSync(join(folder, "away"), join(folder, "pg"));
  await expect.poll(() => news.at(-1), { timeout: 30_000 }).toBe("back");
  expect(await ask(server, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a missing password is one sentence with the cure and leaves nothing running, and the cure works", async () => {
  const folder = usedFolder();
  const file = join(folder, "password");
  const before = readFileSync(file, "utf8");
  rmSync(file);
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(
    /password is missing: put it back from your backup, or make an empty file of that name/,
  );
  expect(existsSync(join(folder, "pg", "postmaster.pid"))).toBe(false);
  writeFileSync(file, "");
  const server = await begin(folder);
  expect(await ask(server, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(readFileSync(file, "utf8")).not.toBe(before);
});

test("half a database is refused with the cure, and its password stays", async () => {
  const folder = usedFolder();
  rmSync(join(folder, "pg", "PG_VERSION"));
  const before = readFileSync(join(folder, "password"), "utf8");
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(
    /holds files but no PG_VERSION.+back from your backup, or move it away/,
  );
  expect(readFileSync(join(folder, "password"), "utf8")).toBe(before);
});

test("a start that fails leaves no PostgreSQL running", async () => {
  const folder = usedFolder();
  writeFileSync(join(folder, "pg", "postgresql.auto.conf"), "no_such_setting = 1\n");
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(/did not start/);
  expect(existsSync(join(folder, "pg", "postmaster.pid"))).toBe(false);
});

test("the test server needs no disk safety and leaves nothing behind", async () => {
  const server = await startTestPostgres();
  expect(await ask(server, "show fsync")).toEqual([{ fsync: "off" }]);
  await server.stop();
  expect(existsSync(server.connection.host)).toBe(false);
});

test("values of people stay out of the database log", async () => {
  const folder = usedFolder();
  const server = await begin(folder);
  await ask(server, "create table person (email text unique); insert into person values ('ana@example.org')");
  await expect(ask(server, "insert into person values ('ana@example.org')")).rejects.toThrow(/duplicate key/);
  expect(readFileSync(join(folder, "postgres.log"), "utf8")).not.toContain("ana@example.org");
});
