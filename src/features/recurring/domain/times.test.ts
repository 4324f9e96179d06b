import { expect, test } from "vitest";
import type { OpeningHours } from "#features/places/domain/hours.ts";
import { DEFAULT_LEVELS, LEVEL_TERMS } from "#features/quotes/domain/service-levels.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { windowAt } from "./occurrence.ts";
import { daysWithout, endOf, nextDates, timesOf, timesOn } from "./times.ts";

const hours: OpeningHours = {
  weekly: [
    { weekday: 1, opens: "08:00", closes: "11:30" },
    { weekday: 6, opens: "09:30", closes: "12:00" },
  ],
  exceptions: [{ date: "2026-06-22", closed: true, opens: null, closes: null, note: "" }],
};
const open = { hours, zone: "Europe/Berlin", levels: DEFAULT_LEVELS };

test("the times to choose from are those of the windows on the chosen days", () => {
  expect(timesOf("scheduled", [1], open)).toEqual(["08:00", "09:00", "10:00"]);
  expect(timesOf("scheduled", [], open)).toEqual(["08:00", "09:00", "09:30", "10:00", "10:30"]);
  expect(timesOf("next_day", [1, 6], open)).toEqual([]);
  expect(endOf(LEVEL_TERMS.same_day, "22:00")).toBe("24:00");
});

test("days on which it is closed at the time are named", () => {
  const at = (time: string) => daysWithout({ serviceLevel: "scheduled", weekdays: [1, 2, 6], time }, open);
  expect([at("10:00"), at("08:30"), at("11:00")]).toEqual([[2], [2, 6], [1, 2]]);
});

test("a date offers its own windows, a closed one none", () => {
  expect(timesOn("scheduled", "2026-06-15", open)).toEqual(["08:00", "09:00", "09:30", "10:00", "10:30"]);
  expect(timesOn("scheduled", "2026-06-22", open)).toEqual([]);
});

test("the next dates say which of them is closed", () => {
  const schedule = {
    weekdays: [1],
    everyWeeks: 1,
    from: "2026-06-01",
    until: "2026-06-29",
    serviceLevel: "scheduled" as const,
    time: "09:00",
    aheadDays: 3,
    whenClosed: "skip" as const,
  };
  expect(nextDates(schedule, "2026-06-14", open)).toEqual([
    { date: "2026-06-15", isClosed: false },
    { date: "2026-06-22", isClosed: true },
    { date: "2026-06-29", isClosed: false },
  ]);
});

test("terms of an organisation say how far windows stand apart and on which days", () => {
  const scheduled = { ...LEVEL_TERMS.scheduled, stepMs: 30 * MINUTE_MS, weekdays: [1] };
  const own = { ...open, levels: [scheduled] };
  const times = ["08:00", "08:30", "09:00", "09:30", "10:00", "10:30"];
  expect(timesOf("scheduled", [], own)).toEqual(times);
  expect(timesOn("scheduled", "2026-06-15", own)).toEqual(times);
  expect(timesOn("scheduled", "2026-06-20", own)).toEqual([]);
  expect(daysWithout({ serviceLevel: "scheduled", weekdays: [1, 6], time: "10:00" }, own)).toEqual([6]);
  const chosen = windowAt("scheduled", { date: "2026-06-15", time: "09:30" }, own);
  expect(new Date(chosen?.start ?? 0).toISOString()).toBe("2026-06-15T07:30:00.000Z");
});
