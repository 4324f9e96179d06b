import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { PROFILES } from "#engines/roads/profiles.ts";
import { town } from "#engines/town/town.ts";
import { osmPbf } from "#server/geo/osm-write.ts";
import { freePorts } from "./support/processes/free-ports.ts";

const run = promisify(execFile);

/** A part of a file that runs the command, or this file's own test of it. */
const RUN_BY: Readonly<Record<string, readonly [file: string, text: string]>> = {
  "npm start": ["test/support/processes/product.ts", '"start"'],
  "npm test": ["tools/check.mjs", '"tools/test.mjs"'],
  "npm run build": ["tools/steps.mjs", '"build"'],
  "npm run format": ["tools/check.mjs", '"oxfmt"'],
  "npm run lint": ["tools/check.mjs", '"oxlint"'],
  "npm run types": ["tools/check.mjs", '"tsc"'],
  "npm run unused": ["tools/check.mjs", '"knip"'],
  "npm run check": [".ci/run", "npm run --silent check"],
  "npm run docs": ["tools/check.mjs", '"tools/docs.ts"'],
  "npm run prepare": [".ci/run", "npm ci"],
  "npm run waybill": ["test/support/processes/product.ts", '"bin/waybill.mjs"'],
  "npm run test:keycloak": ["tools/test.mjs", "keycloakSuite"],
  "npm run watch": ["test/commands.test.ts", '"watch", "--"'],
  "npm run bench": ["test/commands.test.ts", '"--smoke"'],
  "npm run bench:roads": ["test/commands.test.ts", '"tools/bench-roads.ts"'],
  "npm run bench:planner": ["test/commands.test.ts", '"tools/bench-planner.ts"'],
  "npm run bench:dispatch": ["test/commands.test.ts", '"tools/bench-dispatch.ts"'],
  "npm run dev": ["test/commands.test.ts", '"--dev"'],
  "npm run sim": ["test/commands.test.ts", '"tools/sim.ts"'],
  "npm run shifts": ["test/commands.test.ts", '"tools/shifts.ts"'],
  "npm run kills": ["test/e2e/courier-killed.test.ts", "WAYBILL_TEST_KILLS"],
  "npm run schedules": ["test/crash/schedules.test.ts", "WAYBILL_TEST_SCHEDULES"],
  "waybill start": ["test/support/processes/product.ts", '"start"'],
  "waybill doctor": ["src/main/cli/doctor/doctor.test.ts", "doctor"],
  "waybill restored": ["test/start.test.ts", '["restored"'],
  "waybill migrate": ["test/start.test.ts", '["migrate"'],
  "waybill reset": ["test/start.test.ts", '["reset"]'],
  "waybill config": ["test/start.test.ts", '["config", "check"'],
  "waybill plan": ["src/main/cli/plan-command.test.ts", "planCommand("],
  "waybill map": ["test/start.test.ts", '["map", "import"'],
  "node tools/bytes.mjs": ["tools/check.mjs", '"tools/bytes.mjs"'],
  "npx tsx tools/bench/payment-figures.ts": ["tools/bench.ts", "paymentFigures("],
  "npx tsx tools/bench/fan-out.ts": ["tools/bench.ts", "benchFanOut("],
  "npx tsx tools/bench/overhead.ts": ["tools/bench.ts", "benchOverhead("],
};

const COMMAND =
  /\b(npm (?:run [a-z:]+|start|test)|npx tsx [\w/.-]+|node tools\/[\w.-]+|waybill (?:start|migrate|restored|reset|doctor|config|map|plan))\b/g;

/** Every command that somebody is told to type, and every script of the package. */
function documented(): string[] {
  const guides = readdirSync("docs").filter((name) => name.endsWith(".md"));
  const files = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...guides.map((name) => `docs/${name}`)];
  const told = files.flatMap((file) => readFileSync(file, "utf8").match(COMMAND) ?? []);
  const manifest: { scripts: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));
  const scripts = Object.keys(manifest.scripts).map((name) =>
    name === "start" || name === "test" ? `npm ${name}` : `npm run ${name}`,
  );
  return [...new Set([...told, ...scripts])].toSorted();
}

test("every documented command is run by a test or by CI", () => {
  expect(documented().filter((command) => !(command in RUN_BY))).toEqual([]);
  for (const [command, [file, text]] of Object.entries(RUN_BY))
    expect(readFileSync(file, "utf8"), `${command} in ${file}`).toContain(text);
});

/** Output of the command, which must end well. */
async function said(args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, NO_COLOR: "1" } });
  return stdout;
}

test("npm run shifts plays one seed and says that it is good", async () => {
  expect(await said(["--import", "tsx", "tools/shifts.ts", "--seeds", "1"])).toMatch(/^1 shifts, .* 0 bad$/m);
});

test("npm run sim plays one seed and says that it is good", async () => {
  expect(await said(["--import", "tsx", "tools/sim.ts", "--seeds", "1"])).toContain("1 runs, 0 bad");
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
  expect(text).toMatch(/^plan of 1500 ms in a thread: -?\d+ ms over, [1-9]\d* steps/m);
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
