import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { COMMANDS } from "#main/cli/commands.ts";
import { PROFILES } from "#engines/roads/profiles.ts";
import { town } from "#engines/town/town.ts";
import { osmPbf } from "#server/geo/osm-write.ts";
import { callsOf, hasStep, startsWith } from "./support/checks/command-calls.ts";
import { freePorts } from "./support/processes/free-ports.ts";

const run = promisify(execFile);

/** The file whose code starts the command, or the step of a tool, or the function that another command calls. */
type Runner =
  | string
  | { readonly step: string }
  | { readonly file: string; readonly calls: string; readonly of: string };

const HERE = "test/commands.test.ts";
const CHECK = { step: "tools/check.mjs" };
const START = "test/start.test.ts";
const BACKUP = "test/backup.test.ts";
const bench = (calls: string, of: string): Runner => ({ file: "tools/bench.ts", calls, of });
const RUN_BY: Readonly<Record<string, Runner>> = {
  "npm start": START,
  "npm test": CHECK,
  "npm run build": "tools/steps.mjs",
  "npm run format": CHECK,
  "npm run lint": CHECK,
  "npm run types": CHECK,
  "npm run unused": CHECK,
  "npm run docs": CHECK,
  "npm run package": "test/package.test.ts",
  "npm run bench:package": "test/package.test.ts",
  "npm run waybill": START,
  "npm run test:keycloak": HERE,
  "npm run watch": HERE,
  "npm run bench": HERE,
  "npm run bench:roads": HERE,
  "npm run bench:planner": HERE,
  "npm run bench:dispatch": HERE,
  "npm run dev": HERE,
  "npm run sim": HERE,
  "npm run shifts": HERE,
  "npm run days": HERE,
  "npm run schedules": HERE,
  "npm run kills": HERE,
  "waybill start": "test/support/processes/product.ts",
  "waybill doctor": START,
  "waybill backup": BACKUP,
  "waybill restore": BACKUP,
  "waybill export": BACKUP,
  "waybill import": BACKUP,
  "waybill restored": START,
  "waybill migrate": START,
  "waybill reset": START,
  "waybill config": START,
  "waybill audit": START,
  "waybill evidence": HERE,
  "waybill plan": HERE,
  "waybill map": HERE,
  "waybill upgrade": "src/main/cli/backup/upgrade.test.ts",
  "npx tsx tools/release/release.ts": HERE,
  "node tools/bytes.mjs": CHECK,
  "npm run bench:board": bench("benchBoard", "tools/bench/board/bench-board.ts"),
  "npx tsx tools/bench/payment-figures.ts": bench("paymentFigures", "tools/bench/payment-figures.ts"),
  "npx tsx tools/bench/fan-out.ts": bench("benchFanOut", "tools/bench/fan-out.ts"),
  "npx tsx tools/bench/overhead.ts": bench("benchOverhead", "tools/bench/overhead.ts"),
};
/** A line of continuous integration's own script; `npm ci` runs the script `prepare`. */
const RUN_BY_CI: Readonly<Record<string, RegExp>> = {
  "npm run check": /^npm run --silent check /m,
  "npm run prepare": /^\(cd "\$clean\/waybill" && npm ci /m,
};

const COMMAND = new RegExp(
  String.raw`\b(npm (?:run [a-z:]+|start|test)|npx tsx [\w/.-]+|node tools/[\w.-]+|waybill (?:${Object.keys(COMMANDS).join("|")}))\b`,
  "g",
);

const manifest: { scripts: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));

/** Words of the process that a command comes to: those of the package's script, or its own. */
function wordsOf(command: string): string[] {
  const [program, ...more] = command.split(" ");
  const script = program === "npm" ? manifest.scripts[more.at(-1) ?? ""] : undefined;
  return script ? script.split(" ").filter((word) => !/^(exec|node|tsx)$/.test(word)) : more.slice(-1);
}

/** Whether the code of what is named runs the command, by its script's words or through npm. */
function isRunBy(command: string, runner: Runner): boolean {
  const words = wordsOf(command);
  if (typeof runner === "string")
    return (
      startsWith(runner, words) ||
      startsWith(
        runner,
        command.split(" ").filter((word) => word !== "run"),
      )
    );
  return "step" in runner ? hasStep(runner.step, words) : callsOf(runner.file, runner.calls, runner.of);
}

/** Every command that somebody is told to type, and every script of the package. */
function documented(): string[] {
  const guides = readdirSync("docs").filter((name) => name.endsWith(".md"));
  const files = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...guides.map((name) => `docs/${name}`)];
  const told = files.flatMap((file) => readFileSync(file, "utf8").match(COMMAND) ?? []);
  const scripts = Object.keys(manifest.scripts).map((name) =>
    name === "start" || name === "test" ? `npm ${name}` : `npm run ${name}`,
  );
  return [...new Set([...told, ...scripts])].toSorted();
}

test("the code of a test, of the check or of CI starts every documented command", () => {
  expect(documented().filter((command) => !(command in { ...RUN_BY, ...RUN_BY_CI }))).toEqual([]);
  const unrun = Object.entries(RUN_BY).filter(([command, runner]) => !isRunBy(command, runner));
  expect(unrun).toEqual([]);
  const ci = readFileSync(".ci/run", "utf8");
  for (const [command, line] of Object.entries(RUN_BY_CI)) expect(ci, command).toMatch(line);
});

test("a command that a file only names, or hands to what starts no process, counts as run by nothing", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-runners-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const isStarted = (code: string): boolean => {
    const file = path.join(folder, `${crypto.randomUUID()}.ts`);
    writeFileSync(file, code);
    return startsWith(file, ["tools/sim.ts"]);
  };
  const spawns = 'import { spawn } from "node:child_process";\n';
  expect(isStarted(`${spawns}const run = (args) => spawn("node", args);\nrun(["tools/sim.ts"]);`)).toBe(true);
  expect(isStarted(`${spawns}// spawn("node", ["tools/sim.ts"]);\nspawn("node", []);`)).toBe(false);
  expect(isStarted(`${spawns}const text = 'spawn("tools/sim.ts")';\nspawn("node", []);`)).toBe(false);
  expect(isStarted(`${spawns}const log = (text) => text;\nlog("tools/sim.ts");`)).toBe(false);
});

/** Output of the command, which must end well. */
async function said(args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, NO_COLOR: "1" } });
  return stdout;
}

test("a command whose output nobody reads any more ends well", async () => {
  const child = spawn(process.execPath, ["bin/waybill.mjs", "config", "check"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  let errors = "";
  child.stderr.on("data", (part: Buffer) => (errors += part.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect({ errors, code }).toEqual({ errors: "", code: 0 });
});

test("npm run schedules plays a few interleavings of a payment", { timeout: 600_000 }, async () => {
  const text = await said(["tools/schedules.mjs", "40"]);
  expect(text).toMatch(/^40 schedules of a payment: [1-9]\d* passed, 0 failed, 0 skipped/m);
});

test("npm run kills would end a courier's browser as often as it is told; the journeys do it once", async () => {
  const text = await said(["tools/kills.mjs", "3", "--list"]);
  expect(text).toContain(
    "courier-killed.test.ts > what was shown as saved survives 3 kills and 3 power cuts",
  );
});

test("npm run test:keycloak says which Java is missing, and passes where that is allowed", async () => {
  const env = { ...process.env, JAVA_HOME: path.join(tmpdir(), "no-java-here") };
  const call = run(process.execPath, ["tools/keycloak.mjs", "--allow-missing"], { env });
  const { stdout, stderr } = await call;
  expect(stderr).toMatch(/^Java cannot be found/);
  expect(stdout).toContain("0 passed, 0 failed, 0 skipped");
});

test("waybill plan prints routes; waybill evidence and waybill map say what is wrong with a file", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-commands-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "plan.json");
  const point = (lat: number) => ({ lon: 10.9, lat });
  const shift = { from: "2026-11-24T08:00:00Z", to: "2026-11-24T16:00:00Z" };
  const couriers = [{ id: "kim", start: point(50), shift, capacity: [10] }];
  const pickups = [{ point: point(50.01), serviceMinutes: 2 }];
  const orders = [{ id: "tea", pickups, drop: { point: point(50.02), serviceMinutes: 3 }, load: [2] }];
  writeFileSync(file, JSON.stringify({ seconds: 0.1, couriers, orders }));
  const more = ["--data", folder];
  expect(JSON.parse(await said(["bin/waybill.mjs", "plan", file, ...more]))).toMatchObject({
    routes: [{ courier: "kim" }],
  });
  await expect(said(["bin/waybill.mjs", "evidence", "verify", file, ...more])).rejects.toThrow(file);
  await expect(said(["bin/waybill.mjs", "map", "import", file, ...more])).rejects.toThrow(
    "cannot be used as a map",
  );
});

test("npm run days plays one seed and says that it is good", async () => {
  expect(await said(["--import", "tsx", "tools/long-run.ts", "days", "--seeds", "1"])).toMatch(
    /^1 .* 0 bad$/m,
  );
});

test("npm run shifts plays one seed and says that it is good", async () => {
  expect(await said(["--import", "tsx", "tools/long-run.ts", "shifts", "--seeds", "1"])).toMatch(
    /^1 shifts, .* 0 bad$/m,
  );
});

test("npx tsx tools/release/release.ts says what it would keep of this version", async () => {
  const text = await said(["--import", "tsx", "tools/release/release.ts", "--plan"]);
  expect(text).toMatch(/^test\/released\/\d+\.\d+\.\d+: a data folder and the description of the API$/m);
});

test("npm run sim plays one seed and says that it is good", async () => {
  expect(await said(["--import", "tsx", "tools/long-run.ts", "sim", "--seeds", "1"])).toContain(
    "1 runs, 0 bad",
  );
});

test("npm run bench runs every part of it that needs no browser, in seconds", async () => {
  const text = await said(["--import", "tsx", "tools/bench.ts", "--smoke"]);
  expect(text).toContain("## Calls");
  expect(text).not.toMatch(/NaN|undefined/);
});

test("npm run bench:roads measures the demo town and finds no way that plain Dijkstra does not", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-bench-roads-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "town.osm.pbf");
  writeFileSync(file, osmPbf(town(7).data));
  const text = await said(["--import", "tsx", "tools/bench-roads.ts", file, "--smoke"]);
  for (const profile of PROFILES) expect(text).toMatch(new RegExp(`^\\| ${profile} .* \\| 0 +\\|$`, "m"));
});

test("npm run bench:planner finds the best known plan of a small case", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-bench-planner-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const rows = [
    "5 10 1",
    "0 0 0 0 0 1000 0 0 0",
    "1 0 10 4 0 900 5 0 2",
    "2 0 20 -4 0 900 5 1 0",
    "3 0 30 4 0 900 5 0 4",
    "4 0 40 -4 0 900 5 3 0",
  ];
  writeFileSync(path.join(folder, "line.txt"), rows.join("\n"));
  writeFileSync(path.join(folder, "best-known.json"), '{ "line": { "vehicles": 1, "distance": 80 } }');
  const text = await said(["--import", "tsx", "tools/bench-planner.ts", folder, "--seconds", "0.1"]);
  expect(text).toContain("| Waybill | 3 | 3 | 0 | 3 | 1.000 | 1.000 |");
});

test("npm run bench:dispatch quotes, inserts, improves and plans in a thread", async () => {
  const text = await said(["--import", "tsx", "tools/bench-dispatch.ts", "--smoke"]);
  expect(text).toMatch(/^quote over 3 couriers: /m);
  // A busy machine may give the thread no time for a first step.
  expect(text).toMatch(/^plan of 1500 ms in a thread: -?\d+ ms over, \d+ steps/m);
  expect(text).not.toMatch(/NaN|undefined/);
});

test("npm test -- and a room runs the tests of that room alone, npm run watch those of a file", async () => {
  const room = await said(["tools/test.mjs", "src/features/tracking/domain"]);
  expect(room).toMatch(/Test Files +\d+ passed/);
  expect(room).toContain("src/features/tracking/domain/");
  expect(room).not.toMatch(/src\/(?!features\/tracking\/domain)/);
  const env = { ...process.env, NO_COLOR: "1" };
  const { stdout } = await run("npm", ["run", "watch", "--", "--run", "src/kernel/money"], { env });
  expect(stdout).toMatch(/Test Files +1 passed/);
});

test("npm run dev serves the client by Vite and the API beside it, and ends on Ctrl-C", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-dev-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [port = 0, provider = 0, metrics = 0] = await freePorts(3);
  const child = spawn(
    process.execPath,
    [
      "bin/waybill.mjs",
      "start",
      "--dev",
      `--data=${folder}`,
      `--port=${port}`,
      `--provider-port=${provider}`,
      `--metrics-port=${metrics}`,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  onTestFinished(() => void child.kill("SIGKILL"));
  await new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => chunk.includes("Waybill is ready at") && resolve());
  });
  const page = await fetch(`http://localhost:${port}/`, { headers: { accept: "text/html" } });
  expect(await page.text()).toContain("/@vite/client");
  expect((await fetch(`http://localhost:${port}/api/openapi.json`)).status).toBe(200);
  child.kill("SIGINT");
  expect(await ended).toBe(0);
});
