import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#kernel/instant.ts";
import { keptOf } from "./keep.ts";

const NOON = Date.UTC(2026, 10, 25, 12);
const NONE = { hours: 0, days: 0, weeks: 0, months: 0 };
const back = (...ago: readonly number[]) => ago.map((ms) => NOON - ms);

test.each([
  ["the newest always", NONE, back(0, HOUR_MS), back(0)],
  ["the newest of each hour", { ...NONE, hours: 2 }, back(0, 60_000, HOUR_MS, 2 * HOUR_MS), back(0, 60_000)],
  [
    "hours without one count for nothing",
    { ...NONE, hours: 2 },
    back(0, 9 * DAY_MS, 10 * DAY_MS),
    back(0, 9 * DAY_MS),
  ],
  [
    "the newest of each day",
    { ...NONE, days: 3 },
    back(0, HOUR_MS, DAY_MS, DAY_MS + HOUR_MS, 2 * DAY_MS, 3 * DAY_MS),
    back(0, DAY_MS, 2 * DAY_MS),
  ],
  // 25 November 2026 is a Wednesday: its week began two days before.
  ["weeks begin on Monday", { ...NONE, weeks: 2 }, back(0, 2 * DAY_MS, 3 * DAY_MS), back(0, 3 * DAY_MS)],
  ["months of the calendar", { ...NONE, months: 2 }, back(0, 24 * DAY_MS, 25 * DAY_MS), back(0, 25 * DAY_MS)],
])("%s", (_, rule, times, kept) => {
  expect([...keptOf(times, rule)].toSorted((a, b) => b - a)).toEqual(kept);
});

test("backups of every hour for three years leave a few dozen, whenever they are tidied", () => {
  const rule = { hours: 24, days: 7, weeks: 4, months: 12 };
  let kept: number[] = [];
  for (let hour = 0; hour < 3 * 365 * 24; hour += 1)
    kept = [...keptOf([...kept, NOON + hour * HOUR_MS], rule)];
  // Some are the newest of several spans at once.
  expect(kept.length).toBeGreaterThan(24 + 7 + 4);
  expect(kept.length).toBeLessThanOrEqual(24 + 7 + 4 + 12);
  const now = NOON + 3 * 365 * DAY_MS;
  for (const days of [1, 3, 7, 20, 90, 300])
    expect(kept.some((time) => time <= now - days * DAY_MS)).toBe(true);
});

test("the newest is kept by every rule, and no more than the rule allows", () => {
  const times = fc.array(fc.integer({ min: 0, max: NOON }), { minLength: 1, maxLength: 60 });
  const count = fc.nat(20);
  const rules = fc.record({ hours: count, days: count, weeks: count, months: count });
  fc.assert(
    fc.property(times, rules, (all, rule) => {
      const kept = keptOf(all, rule);
      expect(kept.has(Math.max(...all))).toBe(true);
      const most = rule.hours + rule.days + rule.weeks + rule.months;
      expect(kept.size).toBeLessThanOrEqual(Math.max(1, most));
    }),
  );
});
