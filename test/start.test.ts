import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { putBackToEarlierTables } from "#test/support/database/earlier-tables.ts";
import { environment } from "#test/support/processes/bare-environment.ts";
import { freePortRows } from "#test/support/processes/free-ports.ts";
import { processesOf } from "#test/support/processes/processes-of.ts";

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const READY = /Waybill is ready at (https?:\/\/\S+)\n$/;
/** More than one run of this file takes. */
const PORTS = await freePortRows(60);
const freshPort = (): number => PORTS.pop() ?? 0;

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "waybill-start-"));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

interface Run {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}

function waybill(args: readonly string[], extra: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, ["bin/waybill.mjs", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...environment(), ...extra },
  });
  let said = "";
  child.stdout.on("data", (part: Buffer) => (said += part.toString()));
  child.stderr.on("data", (part: Buffer) => (said += part.toString()));
  const ended = new Promise<number | null>((done) => child.once("close", done));
  cleanups.push(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { child, said: () => said, ended };
}

/** As people start it. */
function npmStart(folder: string): Run {
  const args = ["start", "--", "--data", folder, "--port", String(freshPort()), "--no-demo"];
  const child = spawn("npm", args, { stdio: ["ignore", "pipe", "pipe"], env: environment(), detached: true });
  let said = "";
  child.stdout.on("data", (part: Buffer) => (said += part.toString()));
  child.stderr.on("data", (part: Buffer) => (said += part.toString()));
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  cleanups.push(() => {
    for (const pid of processesOf(folder)) process.kill(pid, "SIGKILL");
  });
  return { child, said: () => said, ended };
}

async function untilReady(run: Run): Promise<string> {
  for (let waited = 0; waited < 120_000 && run.child.exitCode === null; waited += 25) {
    const found = READY.exec(run.said());
    if (found?.[1]) return found[1];
    await sleep(25);
  }
  throw new Error(`not ready:\n${run.said()}`);
}

/** The port that it answers on: one that was taken moved, and something else answers there. */
const portOf = (run: Run, wanted: number) =>
  /; Waybill uses (\d+) instead/.exec(run.said())?.[1] ?? String(wanted);

/** How many programs want each processor, at least 1. */
const busyness = () => Math.max(1, (loadavg()[0] ?? 1) / availableParallelism());

async function noneLeft(folder: string): Promise<number[]> {
  for (let waited = 0; waited < 10_000 && processesOf(folder).length > 0; waited += 100) await sleep(100);
  return processesOf(folder);
}

/** Without the demo, whose town and deliveries take the longest. */
const startBare = (folder: string, port: number) => startOn(folder, port, "--no-demo");
const startOn = (folder: string, port: number, ...more: string[]) =>
  waybill(["start", "--data", folder, "--port", String(port), ...more]);

/** Lines of its log, oldest first. */
const messagesIn = (folder: string): unknown[] =>
  readFileSync(join(folder, "waybill.log"), "utf8")
    .trim()
    .split("\n")
    .map((line): unknown => Reflect.get(JSON.parse(line), "msg"));

/** Data that a bare start made and left in order; a copy spares those that are not about a first start 4 s of processor time. */
let made: string;
beforeAll(async () => {
  // Builds the client once, so that the times below are those of a start.
  made = mkdtempSync(join(tmpdir(), "waybill-start-"));
  const run = startBare(made, freshPort());
  await untilReady(run);
  run.child.kill("SIGTERM");
  await run.ended;
  rmSync(join(made, "waybill.log"));
}, 180_000);
afterAll(() => rmSync(made, { recursive: true, force: true }));

function usedFolder(): string {
  const folder = tempFolder();
  execFileSync("cp", ["-a", `${made}/.`, folder]);
  return folder;
}

test("the first start is ready within a minute, the second within five seconds on the same data, and Ctrl-C leaves nothing running", async () => {
  const folder = tempFolder();
  const port = freshPort();
  let began = performance.now();
  const first = startOn(folder, port);
  const url = await untilReady(first);
  // On a machine of its own it takes less than a minute; other suites may run beside this one.
  expect(performance.now() - began).toBeLessThan(60_000 * busyness());
  expect(url).toBe(`http://localhost:${port}`);
  const config: { issuer?: string } = await (await fetch(`${url}/config.json`)).json();
  expect(config).toMatchObject({ issuer: `http://localhost:${port + 1}`, demo: { on: true } });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${config.issuer}/.well-known/openid-configuration`)).json()).toMatchObject({
    issuer: config.issuer,
  });
  expect(await (await fetch(`http://localhost:${port + 2}/metrics`)).text()).toContain(
    "waybill_http_seconds",
  );
  const page = await fetch(url, { headers: { accept: "text/html" } });
  expect(await page.text()).toContain("<html");
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  const jwks = await (await fetch(`${config.issuer}/jwks`)).text();

  first.child.kill("SIGINT");
  // Zero says that it stopped in time by itself: after ten seconds it ends with another code.
  expect(await first.ended).toBe(0);
  expect(await noneLeft(folder)).toEqual([]);

  began = performance.now();
  const second = startOn(folder, port);
  await untilReady(second);
  // On a machine of its own it takes 2 s; other suites may run beside this one.
  expect(performance.now() - began).toBeLessThan(5000 * busyness());
  expect(await (await fetch(`${config.issuer}/jwks`)).text()).toBe(jwks);
  expect(second.said()).not.toMatch(/\n\s+at |WARNING|warn/i);
}, 240_000);

test("on SIGTERM it says that it is not ready while it still answers, then stops in time", async () => {
  const folder = usedFolder();
  const run = startBare(folder, freshPort());
  const url = await untilReady(run);
  run.child.kill("SIGTERM");
  let verdict = await fetch(`${url}/readyz`);
  while (verdict.status === 200) verdict = await fetch(`${url}/readyz`);
  expect(await verdict.json()).toEqual({ status: "failing", failing: ["stopping"] });
  expect((await fetch(`${url}/config.json`)).status).toBe(200);
  expect(await run.ended).toBe(0);
  const said = messagesIn(folder);
  expect(said.filter((message) => message === "stopping" || message === "stopped")).toEqual([
    "stopping",
    "stopped",
  ]);
  expect(said.at(-1)).toBe("stopped");
});

test.each<[string, (npm: number) => void]>([
  ["Ctrl-C in its terminal", (npm) => process.kill(-npm, "SIGINT")],
  ["a terminal that is closed", (npm) => process.kill(-npm, "SIGHUP")],
  ["SIGTERM to its group", (npm) => process.kill(-npm, "SIGTERM")],
  ["SIGINT to npm alone", (npm) => process.kill(npm, "SIGINT")],
  ["SIGTERM to npm alone", (npm) => process.kill(npm, "SIGTERM")],
  ["SIGHUP to npm alone", (npm) => process.kill(npm, "SIGHUP")],
  ["SIGKILL of npm", (npm) => process.kill(npm, "SIGKILL")],
])("npm start ends with all it started on %s", async (_says, end) => {
  const folder = usedFolder();
  const run = npmStart(folder);
  await untilReady(run);
  end(run.child.pid ?? 0);
  expect(await noneLeft(folder)).toEqual([]);
  expect(messagesIn(folder).at(-1)).toBe("stopped");
});

test("cmd.exe has no exec, so that one of ours hands the line on", () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));
  for (const name of ["start", "dev", "waybill"])
    expect(scripts[name]).toMatch(/^exec node bin\/waybill\.mjs/);
  expect(readFileSync("exec.cmd", "utf8").trim().split(/\r?\n/).at(-1)).toBe("@%*");
});

test("behind https browsers are told to stay there, on pages, calls and files; otherwise nothing is said of it", async () => {
  const hsts = async (...more: string[]) => {
    const port = freshPort();
    const run = startOn(usedFolder(), port, "--no-demo", ...more);
    await untilReady(run);
    const asked = ["/", "/book", "/api/openapi.json", "/mark.svg", "/no/such/page"].map((path) =>
      fetch(`http://127.0.0.1:${portOf(run, port)}${path}`, {
        headers: { "x-forwarded-proto": "https" },
        redirect: "manual",
      }),
    );
    return (await Promise.all(asked)).map(({ headers }) => headers.get("strict-transport-security"));
  };
  const secure = ["--public-url", "https://parcels.example", "--allow-demo-in-production"];
  expect(new Set(await hsts(...secure))).toEqual(new Set(["max-age=31536000"]));
  expect(new Set(await hsts())).toEqual(new Set([null]));
});

test("a taken port moves to the next free one and says who holds it", async () => {
  const port = freshPort();
  const other = createServer().listen(port, "127.0.0.1");
  cleanups.push(() => void other.close());
  const run = startBare(usedFolder(), port);
  expect(await untilReady(run)).toBe(`http://localhost:${port + 1}`);
  expect(run.said()).toMatch(
    new RegExp(
      `Port ${port} is taken by .+ \\(process ${process.pid}\\); Waybill uses ${port + 1} instead\\.`,
    ),
  );
});

test("a second process on the same data is refused with the process id of the first", async () => {
  const folder = usedFolder();
  const first = startBare(folder, freshPort());
  await untilReady(first);
  const second = startBare(folder, freshPort());
  expect(await second.ended).toBe(1);
  expect(second.said()).toContain(`(process ${first.child.pid})`);
  expect(second.said().trim().split("\n")).toHaveLength(1);
});

test("SIGKILL leaves no orphan, and the next start works", async () => {
  const folder = tempFolder();
  const port = freshPort();
  const first = startBare(folder, port);
  await untilReady(first);
  first.child.kill("SIGKILL");
  await first.ended;
  expect(await noneLeft(folder)).toEqual([]);
  await untilReady(startBare(folder, port));
});

test("asked to stop while it is still starting, it stops and leaves nothing running", async () => {
  const folder = tempFolder();
  const run = startBare(folder, freshPort());
  while (!/Database is up/.test(run.said())) await sleep(5);
  run.child.kill("SIGTERM");
  await run.ended;
  expect(await noneLeft(folder)).toEqual([]);
});

test.each<[string, string[], Record<string, string>, RegExp]>([
  ["an unknown flag", ["start", "--prot", "1"], {}, /^--prot is not known; the nearest is --port\.$/],
  [
    "an unknown variable",
    ["start"],
    { WAYBILL_PROT: "1" },
    /^WAYBILL_PROT is not a setting of Waybill; the nearest is WAYBILL_PORT\.$/,
  ],
  ["an unknown command", ["strat"], {}, /the nearest is "start"/],
  [
    "production without a provider",
    ["start"],
    { NODE_ENV: "production" },
    /does not start with NODE_ENV=production/,
  ],
  ["an open address without a provider", ["start", "--host", "0.0.0.0"], {}, /does not start on 0\.0\.0\.0/],
  [
    "a database that does not answer",
    ["start"],
    { DATABASE_URL: "postgresql://a:b@127.0.0.1:1/waybill" },
    /nothing listens at that address: start PostgreSQL/,
  ],
  [
    "a file instead of a folder",
    ["start", "--data", "package.json"],
    {},
    /package\.json is a file where a folder is needed/,
  ],
  ["reset without saying demo", ["reset"], {}, /waybill reset --demo/],
  ["a map that is none", ["map", "import", "package.json"], {}, /cannot be used as a map/],
])("%s is one plain sentence with the cure", async (_says, args, extra, expected) => {
  const folder = tempFolder();
  const run = waybill(
    args[0] === "strat"
      ? args
      : [...args, ...(args.includes("--data") ? [] : ["--data", folder]), "--port", String(freshPort())],
    extra,
  );
  expect(await run.ended).toBe(1);
  const lines = run
    .said()
    .split("\n")
    .filter((line) => line !== "" && !/^\s+\d+\.\d s {2}/.test(line));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(expected);
});

test("an old Node is told which one is needed and how to get it", () => {
  const entry = readFileSync("bin/waybill.mjs", "utf8");
  const run = spawn(process.execPath, [
    "--input-type=module",
    "-e",
    `Object.defineProperty(process.versions, "node", { value: "18.20.4" }); await import(${JSON.stringify(join(process.cwd(), "bin/waybill.mjs"))});`,
  ]);
  let said = "";
  run.stderr.on("data", (part: Buffer) => (said += part.toString()));
  expect(entry).not.toMatch(/\?\?|\?\./);
  return new Promise<void>((done) => run.once("close", done)).then(() =>
    expect(said).toMatch(
      /^Waybill needs Node 20\.19 or newer and this is Node 18\.20\.4: install a newer one .+ and start again\.\n$/,
    ),
  );
});

test("help fits one screen and gives five examples", async () => {
  const run = waybill(["--help"]);
  expect(await run.ended).toBe(0);
  expect(run.said().trimEnd().split("\n").length).toBeLessThanOrEqual(24);
  expect(run.said().split("Examples\n")[1]?.split("\n\n")[0]?.split("\n")).toHaveLength(5);
  expect(run.said()).toMatch(/start \[--dev\].*\n(.*\n)*.*--version/);
});

test.each([
  ["--help", 0, /^Waybill: last-mile delivery/],
  ["--version", 0, /^Waybill \d/],
  ["doctor", 1, /^The packages .+ not installed: run "npm ci" .+\n$/],
])("%s installs nothing and writes no hook", (command, status, says) => {
  const folder = tempFolder();
  for (const name of ["bin", "package.json", "package-lock.json"])
    cpSync(name, join(folder, name), { recursive: true });
  execFileSync("git", ["init", "--quiet", "--template=", folder]);
  const before = readdirSync(folder, { recursive: true }).length;
  const run = spawnSync(process.execPath, ["bin/waybill.mjs", command], {
    cwd: folder,
    encoding: "utf8",
    env: environment(),
  });
  expect(readdirSync(folder, { recursive: true })).toHaveLength(before);
  expect(run.status).toBe(status);
  expect(run.stdout + run.stderr).toMatch(says);
});

test("the version is that of the package", async () => {
  const run = waybill(["--version"]);
  expect(await run.ended).toBe(0);
  const { version }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(run.said()).toBe(`Waybill ${version} on Node ${process.versions.node}\n`);
});

test("config check shows the settings and no secret, doctor finds nothing bad here", async () => {
  const url = "postgresql://waybill:hunter2@db/waybill";
  const check = waybill(["config", "check", "--currency", "CHF"], { DATABASE_URL: url });
  expect(await check.ended).toBe(0);
  expect(check.said()).toMatch(/set +--currency +CHF/);
  expect(check.said()).not.toContain("hunter2");
  const doctor = waybill(["doctor", "--data", tempFolder(), "--port", String(freshPort())]);
  expect(await doctor.ended).toBe(0);
  expect(doctor.said()).toMatch(/ok +database/);
  expect(doctor.said()).not.toContain("BAD");
});

test("doctor exits 1 and names what is bad", async () => {
  const doctor = waybill([
    "doctor",
    "--data",
    tempFolder(),
    "--port",
    String(freshPort()),
    "--oidc-issuer",
    `http://127.0.0.1:${freshPort()}/realms/none`,
  ]);
  expect(await doctor.ended).toBe(1);
  expect(doctor.said()).toMatch(
    /BAD +issuer +http:\/\/127\.0\.0\.1:\d+.* does not answer: .+\n +→ .*correct host and port in --oidc-issuer\.\n/,
  );
});

test("migrate --plan lists what would run, migrate runs it, a database of an earlier Waybill is refused, reset empties a demo and the next start makes it anew", async () => {
  const folder = tempFolder();
  const plan = waybill(["migrate", "--plan", "--data", folder]);
  expect(await plan.ended).toBe(0);
  expect(plan.said()).toContain("0001-server.sql");
  expect(readdirSync(folder), "only looked").toEqual([]);
  const run = waybill(["migrate", "--data", folder]);
  expect(await run.ended).toBe(0);
  const again = waybill(["migrate", "--plan", "--data", folder]);
  await again.ended;
  expect(again.said()).toContain("The database is up to date.");
  const restored = waybill(["restored", "--data", folder]);
  expect(await restored.ended).toBe(0);
  expect(restored.said()).toContain("No card payment was ever made here");
  const audit = waybill(["audit", "verify", "--data", folder]);
  expect([await audit.ended, audit.said()]).toEqual([0, expect.stringContaining("there is no audit log")]);
  await putBackToEarlierTables(folder);
  const refused = startBare(folder, freshPort());
  expect(await refused.ended).toBe(1);
  expect(refused.said()).toContain("This database was made by an earlier Waybill");
  const doctor = waybill(["doctor", "--data", folder, "--port", String(freshPort())]);
  expect(await doctor.ended).toBe(1);
  expect(doctor.said()).toMatch(
    /BAD +database +This database was made by an earlier Waybill.*\n +→ Export .*new data folder/,
  );
  const reset = waybill(["reset", "--demo", "--data", folder]);
  expect(await reset.ended).toBe(0);
  await untilReady(startBare(folder, freshPort()));
});

test("a start that may not write its folder says so", async (context) => {
  if (process.getuid?.() === 0) context.skip("root may write everywhere");
  const folder = tempFolder();
  chmodSync(folder, 0o500);
  const run = startBare(join(folder, "data"), freshPort());
  expect(await run.ended).toBe(1);
  expect(run.said()).toMatch(/may not write to/);
});

test("a full disk and a read-only one are told in one sentence, and nothing stays behind", async (context) => {
  const folder = tempFolder();
  const mount = (options: string) =>
    spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]).status === 0;
  if (!mount("size=20m")) context.skip("needs the right to mount");
  cleanups.push(() => void spawnSync("umount", [folder]));
  const full = startBare(join(folder, "data"), freshPort());
  expect(await full.ended).toBe(1);
  expect(full.said()).toMatch(
    /^The disk that holds \S+ is full: 20 MB are free and Waybill needs 300 MB\. .+--data\.\n$/,
  );
  spawnSync("umount", [folder]);
  mount("size=20m,ro");
  const locked = startBare(join(folder, "data"), freshPort());
  expect(await locked.ended).toBe(1);
  expect(locked.said()).toMatch(/^Waybill may not write to \S+: .+--data\.\n$/);
});

test("leftovers of another program in the data folder are left alone", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "mine.txt"), "mine");
  const run = startBare(folder, freshPort());
  await untilReady(run);
  expect(readFileSync(join(folder, "mine.txt"), "utf8")).toBe("mine");
});
