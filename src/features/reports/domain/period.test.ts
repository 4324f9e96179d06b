import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "#kernel/local-time.ts";
import { LONGEST_DAYS, daysBefore, daysOf, lengthOf } from "./period.ts";
import { dueWeek } from "./weekly.ts";

test.each([
  ["today", "2026-03-01", { from: "2026-03-01", to: "2026-03-01" }, { from: "2026-02-01", to: "2026-02-01" }],
  ["7", "2026-06-17", { from: "2026-06-11", to: "2026-06-17" }, { from: "2026-06-04", to: "2026-06-10" }],
  ["30", "2026-06-17", { from: "2026-05-19", to: "2026-06-17" }, { from: "2026-04-19", to: "2026-05-18" }],
  ["month", "2026-06-17", { from: "2026-06-01", to: "2026-06-17" }, { from: "2026-05-01", to: "2026-05-17" }],
  ["month", "2026-03-30", { from: "2026-03-01", to: "2026-03-30" }, { from: "2026-02-01", to: "2026-02-28" }],
  ["month", "2026-02-28", { from: "2026-02-01", to: "2026-02-28" }, { from: "2026-01-01", to: "2026-01-31" }],
] as const)("%s on %s is compared with the days before", (preset, today, days, before) => {
  expect(daysOf(preset, today)).toEqual(days);
  expect(daysBefore(days)).toEqual(before);
});

test("own days come in their order, one end for both, and never too many", () => {
  const own = (from?: string, to?: string) =>
    daysOf("own", "2026-06-17", { ...(from && { from }), ...(to && { to }) });
  expect(own("2026-06-09", "2026-06-02")).toEqual({ from: "2026-06-02", to: "2026-06-09" });
  expect(own("2026-06-09")).toEqual({ from: "2026-06-09", to: "2026-06-09" });
  expect(own()).toEqual({ from: "2026-06-17", to: "2026-06-17" });
  expect(lengthOf(own("2020-01-01", "2026-06-02"))).toBe(LONGEST_DAYS);
});

test("the days before end right before the period and never overlap it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 365 }), (start, length) => {
      const from = addDays("2024-01-01", start);
      const days = { from, to: addDays(from, length) };
      const before = daysBefore(days);
      expect(before.to < from).toBe(true);
      expect(before.from <= before.to).toBe(true);
      const isOfMonth = from.endsWith("-01") && from.slice(0, 7) === days.to.slice(0, 7);
      const isRightBefore = lengthOf(before) === length + 1 && before.to === addDays(from, -1);
      expect(isOfMonth || isRightBefore).toBe(true);
    }),
  );
});

test.each([
  ["2026-06-15T04:59:00Z", undefined],
  ["2026-06-15T05:00:00Z", "2026-06-15"],
  ["2026-06-15T21:59:00Z", "2026-06-15"],
  ["2026-06-15T22:00:00Z", undefined],
  ["2026-06-17T08:00:00Z", undefined],
  ["2026-12-14T05:30:00Z", undefined],
  ["2026-12-14T06:00:00Z", "2026-12-14"],
])("at %s in Berlin the weekly mail of %s is due", (at, monday) => {
  expect(dueWeek(Date.parse(at), "Europe/Berlin")?.monday).toBe(monday);
});
