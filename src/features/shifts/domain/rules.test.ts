import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { addDays } from "#kernel/local-time.ts";
import { faultOf, lacksBreak } from "./rules.ts";
import { type Times, timesOf, workAt } from "./shift.ts";

const ZONE = "Europe/Berlin";
const at = (date: string, from: string, to: string, ...breaks: [string, string, number][]) =>
  workAt(
    date,
    { from, to, breaks: breaks.map(([earliest, latest, minutes]) => ({ earliest, latest, minutes })) },
    ZONE,
  );
const hours = ({ window }: ReturnType<typeof at>): number => (window.end - window.start) / HOUR_MS;

describe("a shift", () => {
  test("that ends at or before its begin ends on the next day", () => {
    expect(hours(at("2026-06-17", "22:00", "06:00"))).toBe(8);
    expect(hours(at("2026-06-17", "16:00", "24:00"))).toBe(8);
    expect(at("2026-06-17", "22:00", "06:00", ["01:00", "02:00", 30]).rests[0]?.earliest).toBe(
      Date.UTC(2026, 5, 17, 23),
    );
  });

  test("lasts an hour less in the night in which clocks go forward, and one more when they go back", () => {
    expect(hours(at("2026-03-28", "22:00", "06:00"))).toBe(7);
    expect(hours(at("2026-10-24", "22:00", "06:00"))).toBe(9);
  });

  test("reads by the clock as it was written", () => {
    const time = fc
      .integer({ min: 0, max: 95 })
      .map((n) => `${String(Math.floor(n / 4)).padStart(2, "0")}:${String((n % 4) * 15).padStart(2, "0")}`);
    fc.assert(
      fc.property(time, time, (from, to) => {
        fc.pre(from !== to && to !== "00:00");
        const times: Times = { from, to, breaks: [] };
        expect(timesOf(workAt("2026-06-17", times, ZONE), ZONE)).toEqual(times);
      }),
    );
    expect(timesOf(at("2026-06-17", "16:00", "00:00"), ZONE).to).toBe("24:00");
  });
});

describe("shifts of one courier", () => {
  test("may be split on a day, and follow each other after eleven hours", () => {
    expect(
      faultOf([
        at("2026-06-17", "08:00", "12:00"),
        at("2026-06-17", "14:00", "20:00"),
        at("2026-06-18", "07:00", "15:00"),
      ]),
    ).toBeUndefined();
  });

  test.each([
    [[at("2026-06-17", "08:00", "12:00"), at("2026-06-17", "11:59", "14:00")], { code: "overlap" }],
    [
      [at("2026-06-17", "14:00", "22:00"), at("2026-06-18", "08:00", "12:00")],
      { code: "rest", date: "2026-06-17", next: "2026-06-18", hours: 10 },
    ],
    [[at("2026-06-17", "06:00", "19:01")], { code: "too-long", hours: 13 }],
    [
      [at("2026-06-17", "06:00", "09:00"), at("2026-06-17", "17:00", "20:00")],
      { code: "too-long", hours: 14 },
    ],
    [[at("2026-06-17", "22:00", "06:00"), at("2026-06-18", "05:00", "09:00")], { code: "overlap" }],
    [[at("2026-06-17", "22:00", "06:00"), at("2026-06-18", "16:00", "20:00")], { code: "rest", hours: 10 }],
    [[at("2026-06-17", "08:00", "16:00", ["15:45", "15:45", 30])], { code: "break-outside" }],
    [[at("2026-06-17", "08:00", "16:00", ["07:00", "12:00", 30])], { code: "break-outside" }],
    [
      [at("2026-06-17", "08:00", "16:00", ["12:00", "13:00", 30], ["13:15", "14:00", 15])],
      { code: "break-outside" },
    ],
  ])("are refused for what is wrong with them: %#", (shifts, fault) => {
    expect(faultOf(shifts)).toMatchObject(fault);
    expect(faultOf(shifts.toReversed())).toMatchObject(fault);
  });

  test("are counted in real hours of rest where the clocks change", () => {
    // 11 hours by the clock, 10 in reality.
    const shifts = [at("2026-03-28", "12:00", "20:00"), at("2026-03-29", "07:00", "12:00")];
    expect(faultOf(shifts)).toMatchObject({ code: "rest", hours: 10 });
  });

  test("that stand together stand together in any order and number", () => {
    const week = Array.from({ length: 7 }, (_, n) => at(addDays("2026-06-15", n), "08:00", "16:00"));
    fc.assert(
      fc.property(fc.shuffledSubarray(week), (some) => {
        expect(faultOf(some)).toBeUndefined();
      }),
    );
  });
});

test("more than six hours without a break are said", () => {
  expect(lacksBreak(at("2026-06-17", "08:00", "14:00"))).toBe(false);
  expect(
    lacksBreak({ ...at("2026-06-17", "08:00", "14:00"), window: { start: 0, end: 6 * HOUR_MS + MINUTE_MS } }),
  ).toBe(true);
  expect(lacksBreak(at("2026-06-17", "08:00", "16:00", ["12:00", "12:00", 30]))).toBe(false);
});
