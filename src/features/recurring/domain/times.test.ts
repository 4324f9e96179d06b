import { expect, test } from "vitest";
import type { OpeningHours } from "#features/places/domain/hours.ts";
import { daysWithout, endOf, nextDates, timesOf, timesOn } from "./times.ts";

const hours: OpeningHours = {
  weekly: [
    { weekday: 1, opens: "08:00", closes: "11:30" },
    { weekday: 6, opens: "09:30", closes: "12:00" },
  ],
  exceptions: [{ date: "2026-06-22", closed: true, opens: null, closes: null, note: "" }],
};
const open = { hours, zone: "Europe/Berlin" };

test("the times to choose from are those of the windows on the chosen days", () => {
  expect(timesOf("scheduled", [1], hours)).toEqual(["08:00", "09:00", "10:00"]);
  expect(timesOf("scheduled", [], hours)).toEqual(["08:00", "09:00", "09:30", "10:00", "10:30"]);
  expect(timesOf("next_day", [1, 6], hours)).toEqual([]);
  expect(endOf("same_day", "22:00")).toBe("24:00");
});

test("days on which it is closed at the time are named", () => {
  const at = (time: string) => daysWithout({ serviceLevel: "scheduled", weekdays: [1, 2, 6], time }, hours);
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
