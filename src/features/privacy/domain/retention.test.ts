import { expect, test } from "vitest";
import { DAY_MS } from "#kernel/instant.ts";
import { DEFAULT_RETENTION, forgetBefore, KEEP, KEPT_KINDS } from "./retention.ts";

const NOW = 1_000 * DAY_MS;

test("data is forgotten so many days after its end, or never", () => {
  expect(forgetBefore({ ...DEFAULT_RETENTION, pictures: 30 }, "pictures", NOW)).toBe(970 * DAY_MS);
  expect(forgetBefore({ ...DEFAULT_RETENTION, sender: null }, "sender", NOW)).toBeUndefined();
});

test("a notice is kept for longer than its link to switch notices off works", () => {
  expect(KEEP.notices.min).toBeGreaterThan(90);
});

test.each(KEPT_KINDS)("the default for %s is allowed", (kind) => {
  expect(DEFAULT_RETENTION[kind]).toBeGreaterThanOrEqual(KEEP[kind].min);
  expect(DEFAULT_RETENTION[kind]).toBeLessThanOrEqual(KEEP[kind].max);
});
