// `npm run kills [count]`: 50 kills and 50 power cuts of a courier's browser in the middle of their work; `npm test` does
// fewer of them. `WAYBILL_TEST_SEED` replays a printed seed. With `--list` it builds and kills nothing and prints what it
// would run.
import { findChromium } from "./chromium.mjs";
import { build, close, run, suite } from "./steps.mjs";

const isList = process.argv.includes("--list");
const count = process.argv.slice(2).find((arg) => !arg.startsWith("--")) ?? "50";
const env = {
  WAYBILL_TEST_SEED: "fresh",
  ...process.env,
  WAYBILL_TEST_CHROMIUM: findChromium(),
  WAYBILL_TEST_KILLS: count,
};
const args = ["--project", "browser"];
const files = ["test/e2e/courier-killed.test.ts"];
if (isList) {
  // No product is started for a list: one seems to run already.
  const nowhere = { ...env, WAYBILL_TEST_URL: "http://localhost:1" };
  process.exit(
    await run(process.execPath, ["node_modules/vitest/vitest.mjs", "list", ...args, ...files], nowhere),
  );
}
await build();
close([
  await suite({ title: `${count} kills and ${count} power cuts of a courier's browser`, args, files, env }),
]);
