import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(path.join(tmpdir(), "waybill-again-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HEAD = `import { expect, test } from "vitest"; import { existsSync, writeFileSync } from "node:fs";
  const isFirst = (name) => existsSync(name) ? false : (writeFileSync(name, ""), true);`;
const FLAKY = `${HEAD} test("flaky", () => expect(isFirst("flaky")).toBe(false));`;
const STRAY = `${HEAD} test("passes", async () => {
  if (isFirst("stray")) void Promise.reject(new Error("lost money"));
  await new Promise((done) => setTimeout(done, 50));
});`;

let suites = 0;
/** Runs a suite of these files as continuous integration does. @returns the exit code and what was printed */
async function suiteOf(files: Readonly<Record<string, string>>, more = ""): Promise<[unknown, string]> {
  const root = mkdtempSync(path.join(folder, "suite-"));
  symlinkSync(path.resolve("node_modules"), path.join(root, "node_modules"));
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

test("a test that fails once is forgiven by a second run, but not in a suite whose every failure is a fault", async () => {
  const [code, out] = await suiteOf({ "flaky.test.mjs": FLAKY });
  expect(out).toContain("PASSED AT A LATER TRY");
  expect(code).toBe(0);
  expect((await suiteOf({ "flaky.test.mjs": FLAKY }, ", once: true"))[0]).toBe(1);
});

test("a second run of what failed forgives no error outside the tests of another file", async () => {
  const [code, out] = await suiteOf({ "flaky.test.mjs": FLAKY, "stray.test.mjs": STRAY });
  expect(code).toBe(1);
  expect(out).toMatch(/FAILED in again \d: outside all tests: lost money/);
});
