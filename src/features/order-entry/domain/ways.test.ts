import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { payableUntil } from "./ways.ts";

test.each([
  ["until its window begins", 5 * HOUR_MS, 5 * HOUR_MS],
  ["a day at most", 3 * DAY_MS, DAY_MS],
  ["a quarter of an hour at least", 5 * MINUTE_MS, 15 * MINUTE_MS],
])("a link may be paid %s", (_, windowIn, payableFor) => {
  const now = 1_000_000;
  expect(payableUntil(now, now + windowIn)).toBe(now + payableFor);
});
