import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { axisOf, type Day, dayLine, shareOf, type StopAhead } from "./day-line.ts";

const NOON = Date.UTC(2026, 10, 23, 12);
const at = (minutes: number): number => NOON + minutes * MINUTE_MS;
const stop = (n: number, minutes: number, more: Partial<StopAhead> = {}): StopAhead => ({
  taskId: `t${n}`,
  at: at(minutes),
  stay: 5 * MINUTE_MS,
  way: 10 * MINUTE_MS,
  promisedEnd: at(600),
  isAtRisk: false,
  ...more,
});
const shift = (from: number, to: number, ...breaks: [number, number, number][]) => ({
  start: at(from),
  end: at(to),
  breaks: breaks.map(([earliest, latest, minutes]) => ({
    earliest: at(earliest),
    latest: at(latest),
    minutes,
  })),
});
const DAY: Day = { now: NOON, shifts: [], reached: [], ahead: [] };
const said = (day: Partial<Day>) =>
  dayLine({ ...DAY, ...day }).parts.map(
    ({ kind, start, end }) => `${kind} ${(start - NOON) / MINUTE_MS}-${(end - NOON) / MINUTE_MS}`,
  );

describe("a day", () => {
  test("is the way to each stop, the wait for it and its work, and free until the shift ends", () => {
    expect(said({ shifts: [shift(-60, 120)], ahead: [stop(1, 10), stop(2, 45)] })).toEqual([
      "past -60-0",
      "drive 0-10",
      "work 10-15",
      "drive 15-25",
      "wait 25-45",
      "work 45-50",
      "free 50-120",
    ]);
  });

  test("takes a break where it has room, with the rest of the wait around it", () => {
    expect(said({ shifts: [shift(0, 120, [20, 40, 20])], ahead: [stop(1, 10), stop(2, 60)] })).toEqual([
      "drive 0-10",
      "work 10-15",
      "drive 15-20",
      "break 20-40",
      "drive 40-45",
      "wait 45-60",
      "work 60-65",
      "free 65-120",
    ]);
  });

  test("takes a break after the last stop, and leaves out one that comes too late or is over", () => {
    const breaks: [number, number, number][] = [
      [-50, -10, 30],
      [5, 12, 30],
      [20, 100, 15],
    ];
    expect(said({ shifts: [shift(-60, 90, ...breaks)], ahead: [stop(1, 10)] })).toEqual([
      "past -60-0",
      "drive 0-10",
      "work 10-15",
      "free 15-20",
      "break 20-35",
      "free 35-90",
    ]);
  });

  test("begins with the shift where that is still to come, and never waits between two shifts", () => {
    expect(said({ shifts: [shift(60, 120), shift(180, 240)], ahead: [stop(1, 70), stop(2, 200)] })).toEqual([
      "drive 60-70",
      "work 70-75",
      "drive 75-85",
      "wait 85-120",
      "wait 180-200",
      "work 200-205",
      "free 205-240",
    ]);
  });

  test("knows what was done, and goes on beyond the shift", () => {
    const reached = [
      { taskId: "a", at: at(-30), isOver: true },
      { taskId: "b", at: at(-4), isOver: false },
    ];
    expect(said({ shifts: [shift(-40, 5)], reached, ahead: [stop(1, 10)] })).toEqual([
      "past -40--33",
      "work -33--30",
      "past -30--4",
      "work -4-0",
      "drive 0-10",
      "work 10-15",
    ]);
  });

  test("marks a stop that will be late, and one whose promise is tight", () => {
    const ahead = [
      stop(1, 10, { promisedEnd: at(10) }),
      stop(2, 30, { isAtRisk: true, promisedEnd: at(31) }),
      stop(3, 60),
    ];
    expect(dayLine({ ...DAY, ahead }).marks).toEqual([
      { taskId: "t1", at: at(10), mark: "late" },
      { taskId: "t2", at: at(30), mark: "tight" },
    ]);
  });
});

const minute = fc.integer({ min: -300, max: 600 });
const span = fc.integer({ min: 0, max: 60 });
const anyDay: fc.Arbitrary<Day> = fc.record({
  now: fc.constant(NOON),
  shifts: fc
    .uniqueArray(fc.integer({ min: -300, max: 600 }), { minLength: 0, maxLength: 6 })
    .chain((ends) => {
      const sorted = ends.toSorted((a, b) => a - b);
      const pairs = sorted.flatMap((start, n) =>
        n % 2 === 0 && sorted[n + 1] !== undefined ? [[start, sorted[n + 1] ?? start]] : [],
      );
      return fc
        .array(fc.tuple(span, span, fc.integer({ min: 5, max: 60 })), { maxLength: 2 })
        .map((breaks) =>
          pairs.map(([from = 0, to = 0]) =>
            shift(
              from,
              to,
              ...breaks.map(([a, b, long]): [number, number, number] => [from + a, from + a + b, long]),
            ),
          ),
        );
    }),
  reached: fc.array(
    fc.record({
      taskId: fc.string(),
      at: fc.integer({ min: -300, max: 0 }).map(at),
      isOver: fc.boolean(),
    }),
    { maxLength: 5 },
  ),
  ahead: fc.array(fc.tuple(minute, span, span, minute, fc.boolean()), { maxLength: 12 }).map((all) =>
    all.map(([begins, stay, way, ends, isAtRisk], n) =>
      stop(n, begins, {
        stay: stay * MINUTE_MS,
        way: way * MINUTE_MS,
        promisedEnd: at(ends),
        isAtRisk,
      }),
    ),
  ),
});

test("parts of any day follow each other, cover the shifts and hold every stop ahead once", () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const { parts } = dayLine(day);
      for (const [n, part] of parts.entries()) {
        expect(part.end).toBeGreaterThan(part.start);
        expect(part.start).toBeGreaterThanOrEqual(parts[n - 1]?.end ?? part.start);
      }
      const covered = (from: number, to: number): number =>
        parts.reduce(
          (sum, { start, end }) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)),
          0,
        );
      for (const { start, end } of day.shifts) expect(covered(start, end)).toBe(end - start);
      const worked = parts.filter(({ kind, start }) => kind === "work" && start >= day.now);
      expect(worked).toHaveLength(day.ahead.filter(({ stay }) => stay > 0).length);
      expect(parts.filter(({ kind, end }) => kind === "past" && end > day.now)).toEqual([]);
    }),
  );
});

test("an axis has whole hours around everything, and every moment has its place on it", () => {
  expect(axisOf([])).toBeNull();
  fc.assert(
    fc.property(fc.array(fc.tuple(minute, minute), { minLength: 1 }), minute, (pairs, any) => {
      const spans = pairs.map(([a, b]) => ({ start: at(Math.min(a, b)), end: at(Math.max(a, b)) }));
      const axis = axisOf(spans);
      if (!axis) throw new Error("spans have an axis");
      for (const { start, end } of spans) {
        expect(axis.start).toBeLessThanOrEqual(start);
        expect(axis.end).toBeGreaterThanOrEqual(end);
      }
      const share = shareOf(at(any), axis);
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
      expect(axis.start % (60 * MINUTE_MS)).toBe(0);
    }),
  );
});
