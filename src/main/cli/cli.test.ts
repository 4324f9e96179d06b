import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, expect, inject, test } from "vitest";
import { readSettings } from "#main/config/read.ts";
import { makeFolder, nearestFolder, needRoom } from "#server/folder.ts";
import { SetupProblem } from "#server/setup-problem.ts";
import { freePortRows } from "#test/support/processes/free-ports.ts";
import { buildClientIfStale } from "./client.ts";
import { COMMANDS } from "./commands.ts";
import { checkDatabase, openDatabase } from "./database.ts";
import { freePort, portHolder } from "./ports.ts";
import { settleOnFreePorts } from "./start.ts";
import { printSteps } from "./steps.ts";
import { stoppers } from "./stoppers.ts";

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).toReversed()) cleanup();
});

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "waybill-cli-"));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const take = (port: number, host: string) =>
  new Promise<void>((done) => {
    const server = createServer().listen(port, host, () => done());
    cleanups.push(() => void server.close());
  });

const freeRow = async (): Promise<number> => (await freePortRows(1))[0] ?? 0;

test("a free port is taken as it is, a taken one gives way to the next, and ports already chosen are passed over", async () => {
  const port = await freeRow();
  expect(await freePort("localhost", port, [])).toBe(port);
  await take(port, "127.0.0.1");
  const told: unknown[] = [];
  expect(await freePort("localhost", port, [port + 1], (...facts) => told.push(facts))).toBe(port + 2);
  expect(told).toEqual([[expect.stringContaining(`(process ${process.pid})`), port + 2]]);
});

test("a port that is taken on IPv6 alone counts as taken for localhost", async (context) => {
  const port = await freeRow();
  try {
    await take(port, "::1");
  } catch {
    context.skip("this machine has no IPv6");
  }
  expect(await freePort("localhost", port, [])).toBe(port + 1);
});

test("a taken port of the sandbox bank is refused with its holder, and no other port moves to a named one", async () => {
  const [port = 0, bank = 0] = await freePortRows(2);
  const settled = (...args: string[]) =>
    settleOnFreePorts(readSettings({}, [`--port=${port}`, ...args]), { say: () => undefined });
  await take(port, "127.0.0.1");
  // Waybill moves to the next one, and what follows it passes over the bank's.
  expect(await settled(`--sandbox-port=${port + 3}`)).toMatchObject({
    port: port + 1,
    providerPort: port + 2,
    metricsPort: port + 4,
    sandboxPort: port + 3,
  });
  await take(bank, "127.0.0.1");
  const refused = settled(`--sandbox-port=${bank}`);
  await expect(refused).rejects.toThrow(SetupProblem);
  await expect(refused).rejects.toThrow(
    `Port ${bank} of the sandbox bank is taken by node (process ${process.pid})`,
  );
});

test("nobody holds a free port, and a host that is not ours is named", async () => {
  const port = await freeRow();
  expect(portHolder(port)).toBe("another program");
  await expect(freePort("203.0.113.7", port, [])).rejects.toThrow("This machine has no address 203.0.113.7");
});

test("a folder is made with all above it, and keeps its mode where it is there", () => {
  const folder = join(tempFolder(), "a", "b");
  expect(nearestFolder(folder)).toBe(join(folder, "..", ".."));
  makeFolder(folder);
  makeFolder(folder);
  expect(nearestFolder(folder)).toBe(folder);
  writeFileSync(join(folder, "file"), "");
  expect(() => makeFolder(join(folder, "file"))).toThrow("is a file where a folder is needed");
  expect(() => needRoom(folder, 1e18)).toThrow(/is full: \d+ MB are free and Waybill needs/);
});

test.skipIf(!existsSync("/proc/version"))("a folder where none can be made is refused at once", () => {
  expect(() => makeFolder("/proc/a/b")).toThrow("may not write to /proc/a");
});

test("what was started stops in the opposite order, and a failure does not keep the others", async () => {
  const stopped: string[] = [];
  const stops = stoppers();
  stops.add("database", () => void stopped.push("database"));
  stops.add("queue", () => Promise.reject(new Error("stuck")));
  stops.add("server", () => void stopped.push("server"));
  const troubles: string[] = [];
  await stops.run((name) => troubles.push(name));
  await stops.run();
  expect({ stopped, troubles }).toEqual({ stopped: ["server", "database"], troubles: ["queue"] });
});

test("each finished step is one line with its seconds", async () => {
  const lines: string[] = [];
  const steps = printSteps((line) => lines.push(line));
  expect(await steps.run("Database is up", () => Promise.resolve(7))).toBe(7);
  await expect(steps.run("Never", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(lines).toEqual([expect.stringMatching(/^ +0\.\d s {2}Database is up$/)]);
});

test.each([
  ["its whole path", (folder: string) => folder],
  ["its path from here", (folder: string) => `./${relative(process.cwd(), folder)}`],
])(
  "a client, named by %s, that is newer than its sources is not built again, an older one is",
  async (_, named) => {
    const root = named(tempFolder());
    for (const folder of ["src/web", "dist", "node_modules/vite/bin"])
      mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, "src/web/a.ts"), "1");
    // Stands in for the builder: counts its calls.
    writeFileSync(
      join(root, "node_modules/vite/bin/vite.js"),
      `require("fs").appendFileSync("built", "x"); require("fs").writeFileSync("dist/index.html", "");`,
    );
    expect(await buildClientIfStale(root)).toBe(true);
    expect(await buildClientIfStale(root)).toBe(false);
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(root, "src/web/a.ts"), later, later);
    expect(await buildClientIfStale(root), "touched, but the same").toBe(false);
    writeFileSync(join(root, "src/web/a.ts"), "2");
    utimesSync(join(root, "src/web/a.ts"), later, later);
    expect(await buildClientIfStale(root)).toBe(true);
  },
);

test("two starts build a stale client once, the second waits for the first, and a builder that died stops nobody", async () => {
  const root = tempFolder();
  for (const folder of ["src/web", "dist", "node_modules/vite/bin", "node_modules/.cache"])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "src/web/a.ts"), "1");
  // As the real builder does: the folder is emptied first and filled later.
  writeFileSync(
    join(root, "node_modules/vite/bin/vite.js"),
    `const fs = require("fs"); fs.appendFileSync("built", "x"); fs.rmSync("dist", { recursive: true }); fs.mkdirSync("dist");
     setTimeout(() => fs.writeFileSync("dist/index.html", ""), 300);`,
  );
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  writeFileSync(join(root, "node_modules/.cache/waybill-client.lock"), String(dead));
  const built = await Promise.all([buildClientIfStale(root), buildClientIfStale(root)]);
  expect(built.toSorted()).toEqual([false, true]);
  expect(readFileSync(join(root, "built"), "utf8")).toBe("x");
  expect(readdirSync(join(root, "node_modules/.cache"))).toEqual(["waybill-client"]);
});

test("a builder that fails is told with what it said, and an install without one uses the client that came along", async () => {
  const root = tempFolder();
  await expect(buildClientIfStale(root)).rejects.toThrow('run "npm ci" without --omit=dev');
  mkdirSync(join(root, "node_modules/vite/bin"), { recursive: true });
  writeFileSync(
    join(root, "node_modules/vite/bin/vite.js"),
    'console.error("no such export"); process.exit(1);',
  );
  await expect(buildClientIfStale(root)).rejects.toThrow(/could not be built:\nno such export/);
  rmSync(join(root, "node_modules"), { recursive: true });
  mkdirSync(join(root, "dist"));
  writeFileSync(join(root, "dist/index.html"), "");
  expect(await buildClientIfStale(root)).toBe(false);
});

test.each([
  ["postgresql://a:b@127.0.0.1:1/waybill", "nothing listens at that address"],
  ["postgresql://a:b@no-such-host.invalid/waybill", /host name is not known|cannot be looked up/],
])("the database %s is refused in words", async (databaseUrl, sentence) => {
  await expect(openDatabase({ data: "unused", databaseUrl })).rejects.toThrow(sentence);
});

test("a database of that name that is absent and a wrong password are told apart", async () => {
  const url = new URL(inject("adminUrl"));
  url.pathname = "/no_such_database";
  await expect(checkDatabase({ connectionString: url.href })).rejects.toThrow(
    "there is no database of that name",
  );
});

test.each([
  ["audit verify", "verify"],
  ["restored", "compare"],
])("waybill %s makes no database where there is none, and says so", async (command, purpose) => {
  const [name = "", ...words] = command.split(" ");
  const data = join(tempFolder(), "none");
  const run = (...flags: string[]) => COMMANDS[name]?.run(readSettings({}, [...flags, ...words]), ".");
  await expect(run("--data", data)).rejects.toThrow(`There is no data at ${data}: nothing to ${purpose}.`);
  expect(existsSync(data)).toBe(false);
  await expect(run("--database-url", inject("adminUrl"))).rejects.toThrow(
    `There is no data in the database of DATABASE_URL: nothing to ${purpose}.`,
  );
});

test("the help lists every command", () => {
  const help = readFileSync("bin/help.txt", "utf8");
  for (const name of Object.keys(COMMANDS))
    expect(help).toMatch(new RegExp(`^  waybill .*\\b${name}\\b`, "m"));
});
