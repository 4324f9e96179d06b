import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readSettings } from "#main/config/read.ts";

const run = promisify(execFile);
const SCRIPT = `import { failpoint } from "./src/server/failpoint.ts";
failpoint("there"); failpoint("here"); process.stdout.write("alive");`;

const started = (env: Record<string, string>) =>
  run(process.execPath, ["--import", "tsx", "--input-type=module", "-e", SCRIPT], {
    env: { ...process.env, ...env },
  }).then(
    ({ stdout }) => stdout,
    (error: { signal?: string; stderr?: string }) => error.signal ?? error.stderr,
  );

test("a process ends at the place that it was started for, and nowhere without one", async () => {
  const ends = [started({ WAYBILL_CRASH_AT: "here" }), started({ WAYBILL_CRASH_AT: "elsewhere" })];
  expect(await Promise.all(ends)).toEqual(["SIGKILL", "alive"]);
});

test("production refuses it, and the command line knows no such setting", async () => {
  const said = await started({ WAYBILL_CRASH_AT: "here", NODE_ENV: "production" });
  expect(said).toContain("never with NODE_ENV=production");
  expect(() => readSettings({ WAYBILL_CRASH_AT: "here" }, [])).toThrow("WAYBILL_CRASH_AT is not a setting");
});
