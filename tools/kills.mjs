// `npm run kills [count]`: 50 kills and 50 power cuts of a courier's browser in the middle of their work; `npm test` does
// fewer of them. `WAYBILL_TEST_SEED` replays a printed seed.
import { findChromium } from "./chromium.mjs";
import { build, close, suite } from "./steps.mjs";

const count = process.argv[2] ?? "50";
const env = {
  WAYBILL_TEST_SEED: "fresh",
  ...process.env,
  WAYBILL_TEST_CHROMIUM: findChromium(),
  WAYBILL_TEST_KILLS: count,
};
await build();
const args = ["--project", "browser"];
const files = ["test/e2e/courier-killed.test.ts"];
close([
  await suite({ title: `${count} kills and ${count} power cuts of a courier's browser`, args, files, env }),
]);
