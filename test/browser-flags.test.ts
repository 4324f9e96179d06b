import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { OFF_BY_PLAYWRIGHT } from "#test/support/web/browser.ts";

test("what Playwright turns off in Chromium is off in the tests, too", () => {
  const bundle = readFileSync("node_modules/playwright-core/lib/coreBundle.js", "utf8");
  const [, list = ""] = /disabledFeatures = \[([^\]]+)\]/.exec(bundle) ?? [];
  const names = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  expect([...OFF_BY_PLAYWRIGHT]).toEqual(names);
});
