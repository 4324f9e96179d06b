import { expect, test } from "vitest";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import { keptUntil } from "./keeping.ts";
import { isAlwaysOpen, isWholeDay, nextOpenings } from "./openings.ts";

const hours = {
  weekly: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: "09:00", closes: "17:00" })),
  exceptions: [{ date: "2026-06-19", closed: true, opens: null, closes: null, note: "" }],
};
const WEDNESDAY_NOON = Date.UTC(2026, 5, 17, 10);

test("recipients are told the opening that lasts and the next two, over a closed day and a weekend", () => {
  const starts = nextOpenings(hours, "Europe/Berlin", WEDNESDAY_NOON).map(({ start }) =>
    toIso(start).slice(0, 10),
  );
  expect(starts).toEqual(["2026-06-17", "2026-06-18", "2026-06-22"]);
  expect(nextOpenings({ weekly: [], exceptions: [] }, "Europe/Berlin", WEDNESDAY_NOON)).toEqual([]);
});

test("parcels are kept whole days from when they came", () => {
  expect(keptUntil(WEDNESDAY_NOON, 7, null)).toBe(WEDNESDAY_NOON + 7 * DAY_MS);
  expect(keptUntil(WEDNESDAY_NOON, 7, WEDNESDAY_NOON + 9 * DAY_MS)).toBe(WEDNESDAY_NOON + 9 * DAY_MS);
});

test("a hub is open around the clock when no day has a gap, over the change of the clocks too", () => {
  const whole = (weekday: number) => ({ weekday, opens: "00:00", closes: "24:00" });
  const always = { weekly: [1, 2, 3, 4, 5, 6, 7].map(whole), exceptions: [] };
  const beforeChange = Date.UTC(2026, 9, 23, 10);
  for (const now of [WEDNESDAY_NOON, beforeChange]) {
    expect(isAlwaysOpen(always, "Europe/Berlin", now)).toBe(true);
    const [first] = nextOpenings(always, "Europe/Berlin", now);
    expect(first && isWholeDay(first, "Europe/Berlin")).toBe(true);
  }
  expect(isAlwaysOpen({ ...always, weekly: always.weekly.slice(1) }, "Europe/Berlin", WEDNESDAY_NOON)).toBe(
    false,
  );
  const closed = { ...always, exceptions: hours.exceptions };
  expect(isAlwaysOpen(closed, "Europe/Berlin", WEDNESDAY_NOON)).toBe(false);
  expect(isAlwaysOpen(hours, "Europe/Berlin", WEDNESDAY_NOON)).toBe(false);
});
