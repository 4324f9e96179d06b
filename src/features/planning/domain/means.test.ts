import { describe, expect, test } from "vitest";
import type { PlannedWork, WorkDay } from "#features/shifts/domain/work-day.ts";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { meansOf, worksOn } from "./means.ts";

const SIX = Date.UTC(2026, 5, 17, 6);
const at = (hour: number): number => SIX + (hour - 6) * HOUR_MS;
const van = {
  name: "Van 1",
  class: "van",
  profile: "car",
  capacity: { parcels: 80, massG: 600_000, volumeMl: 3_000_000 },
} as const;
const shift = (from: number, to: number, rests: PlannedWork["rests"] = []): PlannedWork => ({
  window: { start: at(from), end: at(to) },
  rests,
  vehicle: van,
});
const work = (...shifts: PlannedWork[]): WorkDay => ({
  courierId: "kim",
  shifts,
  vehicle: van,
  skills: ["cold"],
});
const rider = (shifts: PlannedWork[], more: { onDuty?: boolean; taskIds?: string[] } = {}) => ({
  work: work(...shifts),
  onDuty: false,
  taskIds: [],
  ...more,
});
const held = (from: number, to: number) => ({
  kind: "deliver",
  window: { start: at(from), end: at(to) },
  massG: 700_000,
  parcels: 1,
  volumeMl: 1,
});
const today = (...couriers: ReturnType<typeof rider>[]) => ({
  work: { start: SIX, end: at(20) },
  isToday: true,
  couriers,
});

describe("a courier is planned for", () => {
  const off = rider([]);
  test.each([
    ["with a shift that is not over", rider([shift(8, 16)]), true],
    ["not after their shift", rider([shift(1, 5)]), false],
    ["not without a shift where others have one", off, false],
    ["on duty all the same", rider([], { onDuty: true }), true],
    ["where they have work all the same", rider([], { taskIds: ["a"] }), true],
  ])("%s", (_name, one, is) => {
    expect(worksOn(one, today(one, rider([shift(8, 16)])))).toBe(is);
  });

  test("on a later day for which nobody has a shift yet", () => {
    expect(worksOn(off, { ...today(off), isToday: false })).toBe(true);
    expect(worksOn(off, today(off))).toBe(false);
  });
});

describe("the planner reads", () => {
  const read = (one: ReturnType<typeof rider>, tasks: ReturnType<typeof held>[] = []) =>
    meansOf(one, { day: today(one), end: 14 * 3600, held: tasks });
  const lunch = { earliest: at(12), latest: at(13), seconds: 1800 };

  test("shift, breaks, vehicle and skills in seconds of the day", () => {
    expect(read(rider([shift(8, 16, [lunch])]))).toEqual({
      profile: "car",
      shift: [2 * 3600, 10 * 3600],
      breaks: [{ window: [6 * 3600, 7 * 3600], duration: 1800 }],
      capacity: [600_000, 80, 3_000_000],
      skills: ["cold"],
    });
  });

  test("the time between two shifts of a day as a break, and one on duty from now on", () => {
    expect(read(rider([shift(8, 12), shift(14, 18)], { onDuty: true }))).toMatchObject({
      shift: [0, 12 * 3600],
      breaks: [{ window: [6 * 3600, 6 * 3600], duration: 2 * 3600 }],
    });
  });

  test("room and time enough for what the courier has already", () => {
    const { shift: hours, capacity } = read(rider([shift(8, 16)]), [held(17, 18), held(6, 7)]);
    expect(hours).toEqual([0, 12 * 3600]);
    expect(capacity).toEqual([1_400_000, 80, 3_000_000]);
  });

  test("the whole day where no shift is planned, and no break that is over", () => {
    expect(read(rider([], { onDuty: true }))).toMatchObject({ shift: [0, 14 * 3600], breaks: [] });
    const early = { earliest: SIX - HOUR_MS, latest: SIX - MINUTE_MS, seconds: 600 };
    expect(read(rider([shift(4, 12, [early])])).breaks).toEqual([]);
  });
});
