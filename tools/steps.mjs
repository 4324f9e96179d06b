import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** Vitest's own report says nothing of errors outside tests, though they too set its exit code. */
const STRAYS_REPORTER = fileURLToPath(new URL("strays-reporter.mjs", import.meta.url));

/** Runs a command to its end, its output shown as it comes. @returns its exit code */
export function run(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** Builds client and server at the same time. @throws Error when one cannot be built */
export async function build() {
  const vite = (...more) =>
    run(process.execPath, ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", ...more]);
  const codes = await Promise.all([vite(), vite("--config", "vite.server.config.ts")]);
  if (codes.some((code) => code !== 0)) throw new Error("Client or server could not be built; see above.");
}

/**
 * Vitest on the given projects, all their files where none are named; counts are read from its own report. `once` is for
 * suites whose every failure is a fault: no other's files with a failure are left at that before they have run once more.
 *
 * @typedef {{
 *   title: string;
 *   args: string[];
 *   files?: string[];
 *   env?: Record<string, string>;
 *   node?: string;
 *   once?: boolean;
 * }} Suite
 */

/** @param {Suite} one @returns its result */
export async function suite(one) {
  const [result] = await sideBySide([one]);
  return result;
}

/** Continuous integration alone asks for a second run of what failed. */
const isAgain = process.argv.includes("--again");

/**
 * Runs that many suites at the same time, in their order: a place that is done takes the next one. With `--again` a file
 * that failed runs once more by itself when all are done, and the closing lines name what failed before.
 *
 * @param {Suite[]} suites
 */
export async function sideBySide(suites, places = 1) {
  const isAlone = suites.length === 1;
  const waiting = [...suites];
  const done = [];
  const work = async (lane) => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const began = Date.now();
      process.stdout.write(`\n== ${one.title}\n`);
      const first = await vitest(one, { lane, tag: isAlone ? undefined : one.title });
      done.push({
        one,
        ...outcome(first),
        strays: readStrays(first.strays),
        files: failedFiles(first.report),
        seconds: secondsSince(began),
      });
      if (!isAlone) process.stdout.write(`\n== ${one.title} took ${secondsSince(began)} s\n`);
    }
  };
  await Promise.all(Array.from({ length: places }, (_, lane) => work(lane)));
  const results = [];
  for (const found of done) results.push(await onceMore(found));
  return results;
}

/** An error outside all tests, or a run that ended before its list of them, is a failure that no second run undoes. */
async function onceMore({ one, files, strays, ...given }) {
  const { title } = one;
  const found = { ...given, faults: [...given.faults, ...(strays ?? [])] };
  if (!isAgain || one.once || files.length === 0 || strays?.length !== 0) return { title, ...found };
  const began = Date.now();
  process.stdout.write(`\n== ${title} once more\n`);
  const { code } = await vitest({ ...one, title: `${title} once more`, files });
  const seconds = found.seconds + secondsSince(began);
  return { title, ...(code === 0 ? forgiven(found) : found), seconds };
}

const secondsSince = (began) => Math.round((Date.now() - began) / 1000);

function outcome({ code, report }) {
  const counts = readCounts(report);
  const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed;
  return { ...counts, failed, faults: readFaults(report) };
}

/** A failure before is never silent, so that a real fault is seen. */
const forgiven = ({ passed, failed, skipped, faults }) => ({
  passed: passed + failed,
  failed: 0,
  skipped,
  faults: [],
  again: faults,
});

async function vitest(
  { title, args, files = [], env = {}, node = process.execPath },
  { lane = 0, tag } = {},
) {
  const report = `node_modules/.cache/report-${title.replaceAll(/\W+/g, "-")}.json`;
  const strays = report.replace(/json$/, "strays.json");
  for (const file of [report, strays]) rmSync(file, { force: true });
  const call = [
    "run",
    ...args,
    ...files,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    `--reporter=${STRAYS_REPORTER}`,
  ];
  const child = spawn(node, ["node_modules/vitest/vitest.mjs", ...call], {
    stdio: ["inherit", tag ? "pipe" : "inherit", tag ? "pipe" : "inherit"],
    env: { ...process.env, WAYBILL_TEST_LANE: String(lane), WAYBILL_TEST_STRAYS: strays, ...env },
  });
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface(stream).on("line", (line) => process.stdout.write(`${tag}: ${line}\n`));
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (ended) => resolve(ended ?? 1));
  });
  return { report, strays, code };
}

/** Errors outside all tests, one line each; nothing where a run ended before it listed them. */
function readStrays(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).map(
      (message) => `outside all tests: ${firstLine(message)}`,
    );
  } catch {
    return undefined;
  }
}

/** Paths from here; none where a run ended before its report. */
function failedFiles(report) {
  try {
    const found = JSON.parse(readFileSync(report, "utf8"));
    const failed = found.testResults.filter((file) => file.status !== "passed");
    return failed.map((file) => path.relative(process.cwd(), file.name));
  } catch {
    return [];
  }
}

function readCounts(report) {
  try {
    const found = JSON.parse(readFileSync(report, "utf8"));
    return { passed: found.numPassedTests, failed: found.numFailedTests, skipped: found.numPendingTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** Each failed test as one line: file, name, first line of what went wrong. */
function readFaults(report) {
  try {
    const found = JSON.parse(readFileSync(report, "utf8"));
    return found.testResults.flatMap((file) => {
      const where = path.relative(process.cwd(), file.name);
      const tests = file.assertionResults.filter((test) => test.status === "failed");
      const lines = tests.map((test) => `${where} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
      // A file that could not even be read fails without a test.
      return lines.length > 0 || file.status === "passed" ? lines : [`${where}: ${firstLine(file.message)}`];
    });
  } catch {
    return [];
  }
}

const firstLine = (text = "") => text.split("\n")[0];

/** Prints one line a suite and the closing line; the exit code says whether all passed. */
export function close(results) {
  const total = (name) => results.reduce((sum, result) => sum + result[name], 0);
  process.stdout.write("\n");
  for (const { title, passed, failed, skipped, seconds } of results)
    process.stdout.write(
      `${title}: ${passed} passed, ${failed} failed, ${skipped} skipped in ${seconds} s\n`,
    );
  for (const { title, again } of results)
    for (const one of again ?? []) process.stdout.write(`PASSED AT A LATER TRY in ${title}: ${one}\n`);
  for (const { title, faults } of results)
    for (const fault of faults ?? []) process.stdout.write(`FAILED in ${title}: ${fault}\n`);
  process.stdout.write(`${total("passed")} passed, ${total("failed")} failed, ${total("skipped")} skipped\n`);
  process.exitCode = total("failed") === 0 && total("passed") > 0 ? 0 : 1;
}
