import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS, fromIso } from "#kernel/instant.ts";
import { lengthMs, overlaps } from "#kernel/window.ts";
import { type OpeningHours, checkHours, isOpen, openWindows } from "./hours.ts";

const BERLIN = "Europe/Berlin";
const daily = (opens: string, closes: string): OpeningHours => ({
  weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens, closes })),
  exceptions: [],
});
const exception = (date: string, opens: string | null, closes: string | null) => ({
  date,
  closed: opens === null,
  opens,
  closes,
  note: "",
});

describe("opening hours", () => {
  test("a closing moment is closed already", () => {
    const nine = daily("09:00", "17:00");
    expect(isOpen(nine, BERLIN, fromIso("2026-11-21T08:00:00Z"))).toBe(true);
    expect(isOpen(nine, BERLIN, fromIso("2026-11-21T16:00:00Z"))).toBe(false);
    expect(isOpen(nine, BERLIN, fromIso("2026-11-21T15:59:59Z"))).toBe(true);
  });
  test("a lunch break makes two windows, in order", () => {
    const shop: OpeningHours = {
      weekly: [
        { weekday: 6, opens: "14:00", closes: "18:00" },
        { weekday: 6, opens: "09:00", closes: "12:00" },
      ],
      exceptions: [],
    };
    expect(openWindows(shop, BERLIN, "2026-11-21").map(lengthMs)).toEqual([3 * HOUR_MS, 4 * HOUR_MS]);
    expect(openWindows(shop, BERLIN, "2026-11-22")).toEqual([]);
  });
  test("a dated exception replaces the weekly times, or closes the day", () => {
    const hours = {
      ...daily("09:00", "17:00"),
      exceptions: [exception("2026-12-24", "09:00", "12:00"), exception("2026-12-25", null, null)],
    };
    expect(openWindows(hours, BERLIN, "2026-12-24").map(lengthMs)).toEqual([3 * HOUR_MS]);
    expect(openWindows(hours, BERLIN, "2026-12-25")).toEqual([]);
    expect(openWindows(hours, BERLIN, "2026-12-26").map(lengthMs)).toEqual([8 * HOUR_MS]);
  });
  test("open to midnight reaches the next day without a hole", () => {
    const always = daily("00:00", "24:00");
    const [saturday, sunday] = ["2026-11-21", "2026-11-22"].map(
      (date) => openWindows(always, BERLIN, date)[0],
    );
    expect(saturday?.end).toBe(sunday?.start);
  });
});

describe("the daylight-saving nights in Berlin", () => {
  test("in spring the night is an hour shorter and the skipped hour cannot be open", () => {
    expect(openWindows(daily("00:00", "06:00"), BERLIN, "2026-03-29").map(lengthMs)).toEqual([5 * HOUR_MS]);
    expect(openWindows(daily("02:00", "03:00"), BERLIN, "2026-03-29")).toEqual([]);
    expect(openWindows(daily("02:15", "02:45"), BERLIN, "2026-03-29").map(lengthMs)).toEqual([
      30 * MINUTE_MS,
    ]);
    expect(openWindows(daily("02:30", "03:00"), BERLIN, "2026-03-29")).toEqual([]);
  });
  test("in autumn the night is an hour longer and both 02:30 are inside", () => {
    const night = daily("00:00", "06:00");
    expect(openWindows(night, BERLIN, "2026-10-25").map(lengthMs)).toEqual([7 * HOUR_MS]);
    expect(["00:30", "01:30"].map((utc) => isOpen(night, BERLIN, fromIso(`2026-10-25T${utc}:00Z`)))).toEqual([
      true,
      true,
    ]);
  });
});

describe("checking hours", () => {
  test("says what is wrong and where", () => {
    const weekly = [
      { weekday: 1, opens: "09:00", closes: "12:00" },
      { weekday: 1, opens: "11:00", closes: "13:00" },
      { weekday: 2, opens: "10:00", closes: "10:00" },
      { weekday: 3, opens: "9:00", closes: "10:00" },
      { weekday: 4, opens: "09:00", closes: "24:30" },
    ];
    const exceptions = [
      exception("2026-12-24", null, null),
      exception("2026-12-24", "09:00", "10:00"),
      { ...exception("2026-12-31", null, null), closed: false },
    ];
    expect(checkHours({ weekly, exceptions }).map(({ path, code }) => `${path} ${code}`)).toEqual([
      "exceptions.1.date closed-and-open",
      "exceptions.2.opens times-missing",
      "weekly.2.closes ends-before-start",
      "weekly.3.opens bad-time",
      "weekly.4.closes bad-time",
      "weekly.1.opens overlaps",
    ]);
  });
  test("openings that touch are fine", () => {
    const weekly = [
      { weekday: 1, opens: "09:00", closes: "12:00" },
      { weekday: 1, opens: "12:00", closes: "24:00" },
    ];
    expect(checkHours({ weekly, exceptions: [] })).toEqual([]);
  });
  test("hours that pass never overlap, on any day of the year", () => {
    const minute = fc
      .integer({ min: 0, max: 1440 })
      .map((n) => `${String(Math.floor(n / 60)).padStart(2, "0")}:${String(n % 60).padStart(2, "0")}`);
    const rules = fc.array(
      fc.record({ weekday: fc.integer({ min: 1, max: 7 }), opens: minute, closes: minute }),
      { maxLength: 4 },
    );
    const dates = fc.constantFrom("2026-03-29", "2026-10-25", "2026-11-21", "2026-11-23");
    fc.assert(
      fc.property(rules, dates, (weekly, date) => {
        fc.pre(checkHours({ weekly, exceptions: [] }).length === 0);
        const windows = openWindows({ weekly, exceptions: [] }, BERLIN, date);
        const clash = windows.some((one, i) =>
          windows.slice(0, i).some((other) => overlaps(one, other) && date !== "2026-03-29"),
        );
        expect(clash).toBe(false);
      }),
    );
  });
});
