import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cellText, readCell, withBreak } from "./cell-text.ts";

const shift = (from: string, to: string, ...breaks: [string, string, number][]) => ({
  from,
  to,
  breaks: breaks.map(([earliest, latest, minutes]) => ({ earliest, latest, minutes })),
});

test.each([
  ["8-16", [shift("08:00", "16:00")]],
  ["8:30 – 16.15", [shift("08:30", "16:15")]],
  ["0830-1615", [shift("08:30", "16:15")]],
  ["22-6", [shift("22:00", "06:00")]],
  ["16-24", [shift("16:00", "24:00")]],
  ["16-0", [shift("16:00", "24:00")]],
  ["8-12 14-18", [shift("08:00", "12:00"), shift("14:00", "18:00")]],
  ["8-12, 14-18", [shift("08:00", "12:00"), shift("14:00", "18:00")]],
  ["8-16 12-13/30", [shift("08:00", "16:00", ["12:00", "13:00", 30])]],
  ["8-16 12/45", [shift("08:00", "16:00", ["12:00", "12:00", 45])]],
  ["٨-١٦", [shift("08:00", "16:00")]],
  ["", []],
  ["-", []],
])("%j is read", (text, shifts) => {
  expect(readCell(text)).toEqual(shifts);
});

test.each(["8", "8-25", "8-8", "24-6", "12/30", "8-16 12/1", "8-16 x", "8-16 12-13/900", "8:70-9"])(
  "%j is no day's work",
  (text) => {
    expect(readCell(text)).toBeUndefined();
  },
);

test("any times are read back as they are written", () => {
  const time = fc
    .integer({ min: 0, max: 1439 })
    .map((n) => `${String(Math.floor(n / 60)).padStart(2, "0")}:${String(n % 60).padStart(2, "0")}`);
  const rest = fc.record({ earliest: time, latest: time, minutes: fc.integer({ min: 5, max: 180 }) });
  const one = fc
    .record({ from: time, to: time, breaks: fc.array(rest, { maxLength: 2 }) })
    .filter(({ from, to }) => from !== to && to !== "00:00");
  fc.assert(
    fc.property(fc.array(one, { maxLength: 3 }), (shifts) => {
      expect(readCell(cellText(shifts))).toEqual(shifts);
    }),
  );
});

test("a break is added around the middle of the longest shift without one, and to none that is short", () => {
  expect(withBreak([shift("08:00", "16:00")])).toEqual([shift("08:00", "16:00", ["11:15", "12:15", 30])]);
  expect(withBreak([shift("22:00", "06:00")])).toEqual([shift("22:00", "06:00", ["01:15", "02:15", 30])]);
  expect(withBreak([shift("08:00", "09:45")])).toEqual([shift("08:00", "09:45")]);
});
