import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS, fromIso, toIso } from "./instant.ts";
import { addDays, instantAt, isZone, localAt, minutesOf, weekdayOf } from "./local-time.ts";

const at = (date: string, time: string, zone: string) => toIso(instantAt(date, time, zone));

describe("the night in which the clocks go forward (Berlin, 2026-03-29)", () => {
  test("02:30 does not exist and moves forward to 03:30", () => {
    expect(at("2026-03-29", "02:30", "Europe/Berlin")).toBe("2026-03-29T01:30:00.000Z");
    expect(localAt(fromIso("2026-03-29T01:30:00Z"), "Europe/Berlin")).toEqual({
      date: "2026-03-29",
      time: "03:30",
      weekday: 7,
    });
  });
  test("the hours around it stand where they belong and the day has 23 hours", () => {
    expect(at("2026-03-29", "01:59", "Europe/Berlin")).toBe("2026-03-29T00:59:00.000Z");
    expect(at("2026-03-29", "02:00", "Europe/Berlin")).toBe("2026-03-29T01:00:00.000Z");
    expect(at("2026-03-29", "03:00", "Europe/Berlin")).toBe("2026-03-29T01:00:00.000Z");
    const day =
      instantAt("2026-03-29", "24:00", "Europe/Berlin") - instantAt("2026-03-29", "00:00", "Europe/Berlin");
    expect(day).toBe(23 * HOUR_MS);
  });
});

describe("the night in which the clocks go back (Berlin, 2026-10-25)", () => {
  test("02:30 happens twice and means the first", () => {
    expect(at("2026-10-25", "02:30", "Europe/Berlin")).toBe("2026-10-25T00:30:00.000Z");
    expect(localAt(fromIso("2026-10-25T00:30:00Z"), "Europe/Berlin").time).toBe("02:30");
    expect(localAt(fromIso("2026-10-25T01:30:00Z"), "Europe/Berlin").time).toBe("02:30");
  });
  test("03:00 is after both and the day has 25 hours", () => {
    expect(at("2026-10-25", "03:00", "Europe/Berlin")).toBe("2026-10-25T02:00:00.000Z");
    const day =
      instantAt("2026-10-25", "24:00", "Europe/Berlin") - instantAt("2026-10-25", "00:00", "Europe/Berlin");
    expect(day).toBe(25 * HOUR_MS);
  });
});

describe("other zones", () => {
  test("Lord Howe Island moves its clocks by half an hour", () => {
    // forward 02:00 → 02:30 on 2026-10-04, back 02:00 → 01:30 on 2026-04-05
    expect(at("2026-10-04", "02:15", "Australia/Lord_Howe")).toBe("2026-10-03T15:45:00.000Z");
    expect(localAt(fromIso("2026-10-03T15:45:00Z"), "Australia/Lord_Howe").time).toBe("02:45");
    expect(at("2026-04-05", "01:45", "Australia/Lord_Howe")).toBe("2026-04-04T14:45:00.000Z");
    expect(localAt(fromIso("2026-04-04T15:15:00Z"), "Australia/Lord_Howe").time).toBe("01:45");
  });
  test("zones without daylight saving never shift", () => {
    expect(at("2026-07-01", "12:00", "Asia/Kolkata")).toBe("2026-07-01T06:30:00.000Z");
    expect(at("2026-01-01", "12:00", "Asia/Kolkata")).toBe("2026-01-01T06:30:00.000Z");
    expect(at("2026-07-01", "00:00", "UTC")).toBe("2026-07-01T00:00:00.000Z");
  });
  test("clocks that skip midnight start the day at one (Cairo, 2026-04-24)", () => {
    expect(localAt(instantAt("2026-04-24", "00:00", "Africa/Cairo"), "Africa/Cairo").time).toBe("01:00");
  });
  test("a whole skipped day moves to the next (Samoa, 2011-12-30)", () => {
    expect(localAt(instantAt("2011-12-30", "12:00", "Pacific/Apia"), "Pacific/Apia").date).toBe("2011-12-31");
  });
});

test("what a wall shows leads back to a moment with the same face, the first of them", () => {
  const zones = fc.constantFrom(
    "Europe/Berlin",
    "Australia/Lord_Howe",
    "America/St_Johns",
    "Africa/Cairo",
    "Asia/Kolkata",
    "Pacific/Chatham",
    "UTC",
  );
  const moment = fc.integer({ min: Date.UTC(2020, 0) / MINUTE_MS, max: Date.UTC(2035, 0) / MINUTE_MS });
  fc.assert(
    fc.property(zones, moment, (zone, minute) => {
      const instant = minute * MINUTE_MS;
      const shown = localAt(instant, zone);
      const again = instantAt(shown.date, shown.time, zone);
      expect(localAt(again, zone)).toEqual(shown);
      expect([0, HOUR_MS, HOUR_MS / 2]).toContain(instant - again);
    }),
    { numRuns: 2000 },
  );
});

test("every second shows what it shows by itself, whichever second of its minute was asked first", () => {
  const shown = (instant: number, zone: string) =>
    new Date(instant).toLocaleString("sv-SE", { timeZone: zone }).slice(0, 16);
  const zones = fc.constantFrom(
    "Europe/Berlin",
    "America/St_Johns",
    "Africa/Monrovia",
    "Australia/Lord_Howe",
  );
  // Clocks change: in Liberia by 44 min 30 s, in Newfoundland a minute after midnight, in Berlin in the night.
  const changes = fc.constantFrom("1972-01-07T00:44:30Z", "2009-03-08T03:31:00Z", "2026-10-25T01:00:00Z");
  const second = fc.tuple(changes, fc.integer({ min: -120_000, max: 120_000 }));
  fc.assert(
    fc.property(zones, second, (zone, [change, by]) => {
      const instant = fromIso(change) + by;
      const { date, time } = localAt(instant, zone);
      expect(`${date} ${time}`).toBe(shown(instant, zone));
    }),
    { numRuns: 500 },
  );
});

test("days are counted on the calendar", () => {
  expect(addDays("2026-03-28", 1)).toBe("2026-03-29");
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2027-01-01", -1)).toBe("2026-12-31");
  expect(weekdayOf("2026-11-21")).toBe(6);
  expect(weekdayOf("2026-11-22")).toBe(7);
});

test("what is no date, time or zone is refused", () => {
  for (const date of ["2026-02-29", "2026-1-1", "", "2026-13-01"])
    expect(() => addDays(date, 1)).toThrow("not a date");
  for (const time of ["24:01", "7:00", "25:00", "12:60"]) expect(() => minutesOf(time)).toThrow("not a time");
  expect(minutesOf("24:00")).toBe(1440);
  expect(["Europe/Berlin", "UTC", "Europe/Nowhere", "+02:00", ""].map(isZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(() => instantAt("2026-01-01", "10:00", "Europe/Nowhere")).toThrow(RangeError);
});
