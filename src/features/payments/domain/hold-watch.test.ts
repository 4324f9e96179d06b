import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { holdAct } from "./hold-watch.ts";

const END = Date.UTC(2026, 5, 24, 8);
const at = (beforeMs: number, isCollected: boolean) =>
  holdAct({ captureBefore: END, isCollected }, END - beforeMs);

test.each([
  ["days before", 7 * 24 * HOUR_MS, "none", "none"],
  ["just over a day before", 24 * HOUR_MS + 1, "none", "none"],
  ["a day before", 24 * HOUR_MS, "warn", "warn"],
  ["just over six hours before", 6 * HOUR_MS + 1, "warn", "warn"],
  ["six hours before", 6 * HOUR_MS, "warn", "take"],
  ["a minute before", MINUTE_MS, "warn", "take"],
  ["at its end", 0, "look", "look"],
  ["days after", -7 * 24 * HOUR_MS, "look", "look"],
] as const)("%s", (_when, beforeMs, waiting, collected) => {
  expect([at(beforeMs, false), at(beforeMs, true)]).toEqual([waiting, collected]);
});

test("a hold without an end calls for nothing", () => {
  expect(holdAct({ captureBefore: null, isCollected: true }, END)).toBe("none");
});

test("time only goes on: none, warn, take, look; and nothing is taken of what is not with us", () => {
  const order = ["none", "warn", "take", "look"];
  const hours = fc.integer({ min: -72 * 60, max: 240 * 60 }).map((minutes) => minutes * MINUTE_MS);
  fc.assert(
    fc.property(hours, hours, fc.boolean(), (a, b, isCollected) => {
      const [early, late] = [at(Math.max(a, b), isCollected), at(Math.min(a, b), isCollected)];
      expect(order.indexOf(early)).toBeLessThanOrEqual(order.indexOf(late));
      expect(isCollected || early !== "take").toBe(true);
    }),
  );
});
