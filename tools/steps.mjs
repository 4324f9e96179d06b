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

/** Runs a command to its end. @returns its exit code and all that it said */
export function runQuietly(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (said += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, said }));
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
 * `part` is "1/2" for the first half of the files.
 *
 * @typedef {{
 *   title: string;
 *   args: string[];
 *   files?: string[];
 *   env?: Record<string, string>;
 *   node?: string;
 *   part?: string;
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
  counted = processorOfEnded();
  const isAlone = suites.length === 1;
  const waiting = [...suites];
  const done = [];
  const work = async (lane) => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const began = Date.now();
      process.stdout.write(`\n== ${one.title}\n`);
      const first = await vitest(one, { lane, tag: isAlone ? undefined : one.title });
      const { code, processor } = first;
      done.push({ one, ...readRun(first), code, processor, seconds: secondsSince(began) });
      if (!isAlone) process.stdout.write(`\n== ${one.title} took ${secondsSince(began)} s\n`);
    }
  };
  await Promise.all(Array.from({ length: places }, (_, lane) => work(lane)));
  const results = [];
  for (const found of done) results.push(await onceMore(found));
  return results;
}

/**
 * Each test of a file that failed counts as its later try ended. An error outside all tests, or a run that ended before its
 * list of them, is a failure that no second run undoes.
 */
async function onceMore({ one, tests, strays, code, seconds, processor }) {
  const { title } = one;
  const found = resultOf({ title, tests, strays, code, seconds, processor });
  const files = [...new Set(failedOf(tests).map(({ file }) => file))];
  if (!isAgain || one.once || files.length === 0 || strays?.length !== 0) return found;
  const began = Date.now();
  process.stdout.write(`\n== ${title} once more\n`);
  const run = await vitest({ ...one, title: `${title} once more`, files, part: undefined });
  const later = readRun(run);
  found.seconds += secondsSince(began);
  found.processor += run.processor;
  if (later.strays?.length !== 0) return { ...found, faults: [...found.faults, ...(later.strays ?? [])] };
  const ended = (given) => later.tests.filter(({ file, name }) => file === given.file && name === given.name);
  // The failure of a whole file is none of its tests: it is over when the file has some and none for the whole.
  const isOver = (given) =>
    given.name === undefined
      ? later.tests.some(({ file }) => file === given.file) && ended(given).length === 0
      : ended(given).length > 0 && ended(given).every(({ status }) => status === "passed");
  const failed = failedOf(tests);
  const [again, left] = [failed.filter(isOver), failed.filter((given) => !isOver(given))];
  const isLeft = ({ file, name }) => left.some((given) => given.file === file && given.name === name);
  const settled = [
    ...tests.filter(({ file }) => !files.includes(file)),
    ...later.tests.filter((given) => !isLeft(given) || given.status === "failed"),
    ...left.filter((given) => failedOf(ended(given)).length === 0),
  ];
  const took = { seconds: found.seconds, processor: found.processor };
  const result = resultOf({ title, tests: settled, strays: [], code: run.code, ...took });
  return { ...result, again: again.map(({ fault }) => fault) };
}

/** Processor seconds of this process's ended children and theirs; 0 where the system does not tell. */
function processorOfEnded() {
  try {
    const [user, system] = readFileSync("/proc/self/stat", "utf8").split(") ")[1].split(" ").slice(13, 15);
    return (Number(user) + Number(system)) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
const TICKS_PER_SECOND = 100;
/** Processor seconds that were said of a suite already. */
let counted = 0;

const secondsSince = (began) => Math.round((Date.now() - began) / 1000);
const failedOf = (tests) => tests.filter(({ status }) => status === "failed");

/** Counts of these tests, and what went wrong: a run that ends badly without a failed test is one failure. */
function resultOf({ title, tests, strays, code, ...took }) {
  const count = (wanted) => tests.filter(({ status }) => status === wanted).length;
  const [passed, failed] = [count("passed"), count("failed")];
  return {
    title,
    passed,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: tests.length - passed - failed,
    faults: [...failedOf(tests).map(({ fault }) => fault), ...(strays ?? [])],
    ...took,
  };
}

async function vitest(
  { title, args, files = [], env = {}, node = process.execPath, part },
  { lane = 0, tag } = {},
) {
  const report = `node_modules/.cache/report-${title.replaceAll(/\W+/g, "-")}.json`;
  const strays = report.replace(/json$/, "strays.json");
  for (const file of [report, strays]) rmSync(file, { force: true });
  const call = [
    "run",
    ...args,
    ...files,
    ...(part === undefined ? [] : [`--shard=${part}`]),
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
  let processor = 0;
  // Once for each child, as it ends: what is new since the last one is its own.
  child.on("exit", () => {
    const ended = processorOfEnded();
    processor = ended - counted;
    counted = ended;
  });
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (ended) => resolve(ended ?? 1));
  });
  return { report, strays, code, processor };
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

/** Tests of a run, none where it ended before its report, and its errors outside of them. */
const readRun = ({ report, strays }) => ({ tests: readTests(report), strays: readStrays(strays) });

/** Each test by file and name, a failed one with a line: file, name, first line of what went wrong, its place. */
function readTests(report) {
  try {
    return JSON.parse(readFileSync(report, "utf8")).testResults.flatMap(testsOf);
  } catch {
    return [];
  }
}

/** A file that could not even be read fails without a test. */
function testsOf({ name: whole, status: ofFile, message, assertionResults }) {
  const file = path.relative(process.cwd(), whole);
  const tests = assertionResults.map(({ fullName: name, status, failureMessages: [why] = [] }) => {
    return { file, name, status, fault: `${file} > ${name}: ${faultOf(why, file)}` };
  });
  return ofFile === "passed" || failedOf(tests).length > 0
    ? tests
    : [...tests, { file, name: undefined, status: "failed", fault: `${file}: ${faultOf(message, file)}` }];
}

const firstLine = (text = "") => text.split("\n")[0];

/** First line of what went wrong, and the first place of ours in its stack; that of the test too where it is another. */
function faultOf(text = "", file) {
  const places = placesOf(text);
  const named = new Set([places[0], places.find((place) => place.startsWith(`${file}:`))]);
  named.delete(undefined);
  return named.size > 0 ? `${firstLine(text)} (${[...named].join(", ")})` : firstLine(text);
}

const FRAME = /^ +at (?:.*\()?(?:file:\/\/)?(\S+?):(\d+):\d+\)?$/;

/** File and line of each frame of a stack that lies in our own tests or sources. */
const placesOf = (text) =>
  text
    .split("\n")
    .map((line) => FRAME.exec(line))
    .filter((found) => found !== null)
    .map(([, whole, line]) => `${path.relative(process.cwd(), whole).replaceAll("\\", "/")}:${line}`)
    .filter((place) => /^(test|src)\//.test(place));

/** Prints one line a suite and the closing line; the exit code says whether all passed. */
export function close(results) {
  const total = (name) => results.reduce((sum, result) => sum + result[name], 0);
  process.stdout.write("\n");
  for (const { title, passed, failed, skipped, seconds, processor } of results)
    process.stdout.write(
      `${title}: ${passed} passed, ${failed} failed, ${skipped} skipped in ${seconds} s, ${Math.round(processor)} s of processor time\n`,
    );
  for (const { title, again } of results)
    for (const one of again ?? []) process.stdout.write(`PASSED AT A LATER TRY in ${title}: ${one}\n`);
  for (const { title, faults } of results)
    for (const fault of faults ?? []) process.stdout.write(`FAILED in ${title}: ${fault}\n`);
  process.stdout.write(`${total("passed")} passed, ${total("failed")} failed, ${total("skipped")} skipped\n`);
  process.exitCode = total("failed") === 0 && total("passed") > 0 ? 0 : 1;
}
