import * as fc from "fast-check";
import { changesBetween, rebased } from "#kernel/coded-list.ts";
import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS, fromIso } from "#kernel/instant.ts";
import { addDays, localAt } from "#kernel/local-time.ts";
import { lengthMs } from "#kernel/window.ts";
import { checkLevels } from "./check-levels.ts";
import { LEVEL_STEP_MS, OFFERED_DAYS } from "./limits.ts";
import { DEFAULT_LEVELS, LEVEL_TERMS, type LevelTerms, SERVICE_LEVELS, isSoonest } from "./service-levels.ts";
import { isOffered, isPastCutoff, windowsOf } from "./windows.ts";

const BERLIN = "Europe/Berlin";
const put = (code: LevelTerms["code"], change: Partial<LevelTerms>): LevelTerms[] =>
  DEFAULT_LEVELS.map((level) => (level.code === code ? { ...level, ...change } : level));

const steps = (least: number, most: number) =>
  fc.integer({ min: least / LEVEL_STEP_MS, max: most / LEVEL_STEP_MS }).map((n) => n * LEVEL_STEP_MS);
const day = fc.integer({ min: 0, max: OFFERED_DAYS - 1 });
const time = fc
  .integer({ min: 0, max: 47 })
  .map((n) => `${String(Math.floor(n / 2)).padStart(2, "0")}:${n % 2 === 0 ? "00" : "30"}`);
const terms = fc
  .record({
    code: fc.constantFrom(...SERVICE_LEVELS),
    leadMs: steps(0, 2 * DAY_MS),
    windowMs: steps(LEVEL_STEP_MS, 8 * HOUR_MS),
    stepMs: steps(15 * MINUTE_MS, 8 * HOUR_MS),
    days: fc.tuple(day, day),
    weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    cutoff: fc.option(time),
  })
  .map(({ days, ...rest }): LevelTerms => {
    const [fromDay, toDay] = isSoonest(rest) ? [0, 0] : [Math.min(...days), Math.max(...days)];
    return { ...LEVEL_TERMS[rest.code], ...rest, fromDay, toDay };
  });
/** Moments of a year, so that both nights are among them in which the clocks change. */
const now = fc
  .integer({
    min: fromIso("2026-01-01T00:00:00Z") / MINUTE_MS,
    max: fromIso("2027-01-01T00:00:00Z") / MINUTE_MS,
  })
  .map((minute) => minute * MINUTE_MS);
const hours = fc.record({
  weekly: fc
    .subarray([1, 2, 3, 4, 5, 6, 7])
    .map((days) => days.map((weekday) => ({ weekday, opens: "00:00", closes: "22:00" }))),
  exceptions: fc.constant([]),
});

describe("terms of a service level", () => {
  test("that nobody changed have no fault, and are sold as they always were", () => {
    expect(checkLevels(DEFAULT_LEVELS)).toEqual([]);
    expect(DEFAULT_LEVELS).toMatchObject([
      {
        code: "asap_60",
        isOn: true,
        leadMs: 15 * MINUTE_MS,
        windowMs: 45 * MINUTE_MS,
        stepMs: 5 * MINUTE_MS,
      },
      { code: "same_day", isOn: true, leadMs: 2 * HOUR_MS, stepMs: 2 * HOUR_MS, cutoff: "16:00", toDay: 0 },
      { code: "scheduled", isOn: true, leadMs: 3 * HOUR_MS, stepMs: HOUR_MS, cutoff: null, toDay: 6 },
      { code: "next_day", isOn: true, leadMs: 0, stepMs: 4 * HOUR_MS, cutoff: "20:00", fromDay: 1, toDay: 1 },
    ]);
    for (const { weekdays, maxParcels } of DEFAULT_LEVELS)
      expect([weekdays, maxParcels]).toEqual([[1, 2, 3, 4, 5, 6, 7], 20]);
  });

  test.each([
    ["a time beside the steps", put("same_day", { leadMs: 7 * MINUTE_MS }), "levels.1.leadMs not-in-steps"],
    ["days that cross", put("scheduled", { fromDay: 3, toDay: 2 }), "levels.2.toDay ends-before-start"],
    ["no weekday", put("next_day", { weekdays: [] }), "levels.3.weekdays no-weekday"],
    ["the soonest window tomorrow", put("asap_60", { toDay: 1 }), "levels.0.toDay only-today"],
    ["a level too few", DEFAULT_LEVELS.slice(1), "levels not-each-once"],
    ["a level twice", put("asap_60", { code: "next_day" }), "levels not-each-once"],
  ])("are refused for %s", (_, levels, fault) => {
    expect(checkLevels(levels).map(({ path, code }) => `${path} ${code}`)).toContain(fault);
  });

  test("windows keep lead, length, cut-off, days, weekdays and opening, on every day of the year", () => {
    fc.assert(
      fc.property(terms, now, hours, (level, at, open) => {
        const when = { hours: open, zone: BERLIN, now: at };
        const windows = windowsOf(level, when);
        expect(isPastCutoff(level, when) && windows.length > 0).toBe(false);
        const { date: today } = localAt(at, BERLIN);
        for (const { date, window } of windows) {
          expect(window.start).toBeGreaterThanOrEqual(at + level.leadMs);
          expect(lengthMs(window)).toBe(level.windowMs);
          const { weekday } = localAt(window.start, BERLIN);
          expect(level.weekdays).toContain(weekday);
          expect(open.weekly.map((one) => one.weekday)).toContain(weekday);
          expect(date >= addDays(today, level.fromDay) && date <= addDays(today, level.toDay)).toBe(true);
          expect(isOffered(level, window, when)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("a step shorter than the window offers windows that overlap, each within the hours", () => {
    const level = { ...LEVEL_TERMS.next_day, windowMs: 2 * HOUR_MS, stepMs: HOUR_MS };
    const open = { weekly: [{ weekday: 7, opens: "09:00", closes: "13:30" }], exceptions: [] };
    const when = { hours: open, zone: BERLIN, now: fromIso("2026-11-21T11:00:00Z") };
    expect(windowsOf(level, when).map(({ window }) => localAt(window.start, BERLIN).time)).toEqual([
      "09:00",
      "10:00",
      "11:00",
    ]);
  });

  test("changes are named by level, and one's own go on top of another's", () => {
    const theirs = put("same_day", { isOn: false });
    const mine = put("next_day", { maxParcels: 3 }).toReversed();
    expect(changesBetween(DEFAULT_LEVELS, theirs)).toEqual(["same_day"]);
    expect(changesBetween(DEFAULT_LEVELS, mine)).toEqual(["next_day", "order"]);
    const both = rebased(DEFAULT_LEVELS, mine, theirs);
    expect(both.map(({ code, isOn, maxParcels }) => [code, isOn, maxParcels])).toEqual([
      ["next_day", true, 3],
      ["scheduled", true, 20],
      ["same_day", false, 20],
      ["asap_60", true, 20],
    ]);
  });
});
