import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(path.join(tmpdir(), "waybill-again-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HEAD = `import { expect, test } from "vitest"; import { existsSync, writeFileSync } from "node:fs";
  const isFirst = (name) => existsSync(name) ? false : (writeFileSync(name, ""), true);`;
const FLAKY = `${HEAD} test("flaky", () => expect(isFirst("flaky")).toBe(false));`;
const BROKEN = `${HEAD} test("broken", () => expect(1).toBe(2)); test("sound", () => expect(1).toBe(1));`;
const UNSURE = `${HEAD} test("sure at first", () => expect(isFirst("sure")).toBe(true));
  test("unsure", () => expect(isFirst("unsure")).toBe(false));`;
const UNREADY = `${HEAD} import { beforeAll } from "vitest";
  beforeAll(() => { if (isFirst("unready")) throw new Error("not ready"); }); test("waits", () => expect(1).toBe(1));`;
const STRAY = `${HEAD} test("passes", async () => {
  if (isFirst("stray")) void Promise.reject(new Error("lost money"));
  await new Promise((done) => setTimeout(done, 50));
});`;

let suites = 0;
/** Runs a suite of these files as continuous integration does. @returns the exit code and what was printed */
async function suiteOf(files: Readonly<Record<string, string>>, more = ""): Promise<[unknown, string]> {
  const root = mkdtempSync(path.join(folder, "suite-"));
  symlinkSync(path.resolve("node_modules"), path.join(root, "node_modules"));
  mkdirSync(path.join(root, "test"));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text);
  const steps = pathToFileURL(path.resolve("tools/steps.mjs")).href;
  suites += 1;
  const title = `again ${suites}`;
  const script = `import { suite, close } from ${JSON.stringify(steps)};
    close([await suite({ title: ${JSON.stringify(title)}, args: ["--root", "."] ${more} })]);`;
  writeFileSync(path.join(root, "run.mjs"), script);
  return new Promise((done) => {
    execFile(process.execPath, ["run.mjs", "--again"], { cwd: root }, (error, out) =>
      done([error?.code ?? 0, out]),
    );
  });
}

const linesOf = (out: string, word: string) =>
  out.split("\n").filter((line) => line.startsWith(`${word} in `));

test("a test that fails once is forgiven by a second run, but not in a suite whose every failure is a fault", async () => {
  const [code, out] = await suiteOf({ "flaky.test.mjs": FLAKY });
  expect(out).toContain("PASSED AT A LATER TRY");
  expect(code).toBe(0);
  expect((await suiteOf({ "flaky.test.mjs": FLAKY }, ", once: true"))[0]).toBe(1);
});

test("a part of a suite runs its files alone, and again the one that failed", async () => {
  const files = { "flaky.test.mjs": FLAKY, "other.test.mjs": FLAKY.replaceAll("flaky", "other") };
  const parts = [];
  for (const part of ["1/2", "2/2"]) parts.push(await suiteOf(files, `, part: "${part}"`));
  expect(parts.map(([code]) => code)).toEqual([0, 0]);
  const again = parts.flatMap(([, out]) => linesOf(out, "PASSED AT A LATER TRY")).join();
  expect(again.match(/\w+(?=\.test)/g)?.toSorted()).toEqual(["flaky", "other"]);
});

test("a later try that passes and yet ends badly is a failure", async () => {
  const ends = `import { existsSync, writeFileSync } from "node:fs";
    export const teardown = () => { process.exitCode = existsSync("ended") ? 1 : 0; writeFileSync("ended", ""); };`;
  const config = `export default { test: { globalSetup: ["./ends.mjs"] } };`;
  const [code, out] = await suiteOf({
    "flaky.test.mjs": FLAKY,
    "ends.mjs": ends,
    "vitest.config.mjs": config,
  });
  expect(code).toBe(1);
  expect(out).toMatch(/^1 passed, 1 failed, 0 skipped$/m);
});

test("what passes at the later try is forgiven beside what fails again, and each test counts once", async () => {
  const [code, out] = await suiteOf({ "flaky.test.mjs": FLAKY, "broken.test.mjs": BROKEN });
  expect(code).toBe(1);
  expect(linesOf(out, "PASSED AT A LATER TRY")).toEqual([expect.stringContaining("flaky.test.mjs > flaky")]);
  expect(linesOf(out, "FAILED")).toEqual([expect.stringContaining("broken.test.mjs > broken")]);
  expect(out).toMatch(/^2 passed, 1 failed, 0 skipped$/m);
});

test("a test that passed and fails when its file runs once more is a fault", async () => {
  const [code, out] = await suiteOf({ "unsure.test.mjs": UNSURE });
  expect(code).toBe(1);
  expect(linesOf(out, "PASSED AT A LATER TRY")).toEqual([expect.stringContaining("> unsure")]);
  expect(linesOf(out, "FAILED")).toEqual([expect.stringContaining("> sure at first")]);
  expect(out).toMatch(/^1 passed, 1 failed, 0 skipped$/m);
});

test("a file that could not begin is forgiven as a whole once it can", async () => {
  const [code, out] = await suiteOf({ "unready.test.mjs": UNREADY, "broken.test.mjs": BROKEN });
  expect(code).toBe(1);
  expect(linesOf(out, "PASSED AT A LATER TRY")).toEqual([
    expect.stringContaining("unready.test.mjs: not ready"),
  ]);
  expect(linesOf(out, "FAILED")).toEqual([expect.stringContaining("broken.test.mjs > broken")]);
  expect(out).toMatch(/^2 passed, 1 failed, 0 skipped$/m);
});

test("a second run of what failed forgives no error outside the tests of another file", async () => {
  const [code, out] = await suiteOf({ "flaky.test.mjs": FLAKY, "stray.test.mjs": STRAY });
  expect(code).toBe(1);
  expect(out).toMatch(/FAILED in again \d: outside all tests: lost money/);
});

test("a failure is named with the place that gave up waiting and the line of the test that had called it", async () => {
  const wait = `interface Unused { readonly a: 1; readonly b: 2 }
    export async function wait(until: number): Promise<void> {
      await new Promise((done) => setTimeout(done, until));
      throw new Error("waited in vain\\nfor a page");
    }`;
  const late = `import { expect, test } from "vitest"; import { wait } from "./wait.ts";
    test("waits", async () => {
      await wait(1);
    });
    test("counts", () => {
      expect(1).toBe(2);
    });`;
  const [, out] = await suiteOf({ "test/wait.ts": wait, "test/late.test.ts": late });
  expect(linesOf(out, "FAILED")).toEqual([
    expect.stringContaining("> waits: Error: waited in vain (test/wait.ts:4, test/late.test.ts:3)"),
    expect.stringMatching(/> counts: .*\(test\/late\.test\.ts:6\)$/),
  ]);
});
