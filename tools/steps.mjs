import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";

/** Runs a command to its end, its output shown as it comes. @returns its exit code */
export function run(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/**
 * Vitest on the given projects; counts are read from its own report. Files with a failure run once more when the rest
 * is done, on a machine that is quiet by then, and the closing lines name what failed before: `once` refuses that to
 * suites whose every failure is a fault.
 */
export async function suite(title, args, { env = {}, node = process.execPath, once = false } = {}) {
  const began = Date.now();
  process.stdout.write(`\n== ${title}\n`);
  const first = await vitest(title, args, env, node);
  const files = once ? [] : failedFiles(first.report);
  const mended =
    files.length > 0 && (await vitest(`${title} once more`, [...args, ...files], env, node)).code === 0;
  const found = outcome(first);
  return { title, seconds: Math.round((Date.now() - began) / 1000), ...(mended ? forgiven(found) : found) };
}

function outcome({ code, report }) {
  const counts = readCounts(report);
  const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed;
  return { ...counts, failed, faults: readFaults(report), again: readAgain(report) };
}

const forgiven = ({ passed, failed, skipped, faults, again }) => ({
  passed: passed + failed,
  failed: 0,
  skipped,
  faults: [],
  again: [...again, ...faults],
});

async function vitest(title, args, env, node) {
  const report = `node_modules/.cache/report-${title.replaceAll(/\W+/g, "-")}.json`;
  rmSync(report, { force: true });
  const call = ["run", ...args, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return { report, code: await run(node, ["node_modules/vitest/vitest.mjs", ...call], env) };
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

/** Tests that passed at a later try: never silent, so that a real fault is seen. */
function readAgain(report) {
  try {
    const found = JSON.parse(readFileSync(report, "utf8"));
    return found.testResults.flatMap((file) =>
      file.assertionResults
        .filter((test) => test.status === "passed" && test.failureMessages.length > 0)
        .map(
          (test) =>
            `${path.relative(process.cwd(), file.name)} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`,
        ),
    );
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
