import { expect, test } from "vitest";
import { makeSleepDetector } from "./sleep.ts";

test("ticks that come late are not sleep, a long gap is, and it is told once", () => {
  const slept = makeSleepDetector(0);
  expect([5_000, 10_000, 24_000, 39_000, 60_000, 65_000].map(slept)).toEqual([
    false,
    false,
    false,
    false,
    true,
    false,
  ]);
});

test("a clock that is set back is no sleep", () => {
  const slept = makeSleepDetector(100_000);
  expect([40_000, 45_000].map(slept)).toEqual([false, false]);
});
