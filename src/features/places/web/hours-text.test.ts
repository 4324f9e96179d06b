import { describe, expect, test } from "vitest";
import { addOpening, copyDay, HoursSchema, type HoursText, readHours, textOfHours } from "./hours-text.ts";

const monday = { weekday: 1, opens: "09:00", closes: "12:00" };
const hours = (
  weekly: HoursText["hours"]["weekly"],
  exceptions: HoursText["hours"]["exceptions"] = [],
): HoursText => ({
  hours: { weekly, exceptions },
});
const faults = (text: HoursText) => {
  const result = HoursSchema.safeParse(text);
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${path.join(".")} ${message ?? ""}`);
};

describe("typed hours", () => {
  test("midnight as an end is the end of the day, both ways", () => {
    const stored = { weekly: [{ weekday: 1, opens: "18:00", closes: "24:00" }], exceptions: [] };
    expect(textOfHours(stored).hours.weekly[0]?.closes).toBe("00:00");
    expect(readHours(textOfHours(stored))).toEqual(stored);
  });
  test("a closed date needs no times and forgets those it had", () => {
    const day = { date: "2026-12-25", closed: true, opens: "09:00", closes: "12:00", note: " Holiday " };
    expect(readHours(hours([], [day]))?.exceptions).toEqual([
      { date: "2026-12-25", closed: true, opens: null, closes: null, note: "Holiday" },
    ]);
  });
  test("faults stand on the inputs at fault", () => {
    expect(faults(hours([monday, { weekday: 1, opens: "11:00", closes: "13:00" }]))).toEqual([
      "hours.weekly.1.opens places.overlaps",
    ]);
    expect(faults(hours([{ weekday: 2, opens: "18:00", closes: "08:00" }]))).toEqual([
      "hours.weekly.0.closes places.ends-before-start",
    ]);
    expect(faults(hours([{ weekday: 2, opens: "", closes: "08:00" }]))[0]).toMatch(
      /^hours\.weekly\.0\.opens /,
    );
  });
});

describe("editing", () => {
  test("the first opening of a day is the usual one, the next comes after a break", () => {
    expect(addOpening([], 3)).toEqual([{ weekday: 3, opens: "09:00", closes: "17:00" }]);
    expect(addOpening([monday], 1)[1]).toEqual({ weekday: 1, opens: "13:00", closes: "16:00" });
    expect(readHours(hours(addOpening([monday], 1)))).toBeDefined();
  });
  test("a day is copied over the others, itself untouched", () => {
    const sunday = { weekday: 7, opens: "10:00", closes: "12:00" };
    const copied = copyDay([monday, { ...monday, weekday: 2, opens: "10:00" }, sunday], 1, [1, 2, 3, 4, 5]);
    expect(copied.filter((rule) => rule.opens === "09:00").map((rule) => rule.weekday)).toEqual([
      1, 2, 3, 4, 5,
    ]);
    expect(copied).toContainEqual(sunday);
  });
  test("copying a closed day closes the others", () => {
    expect(copyDay([monday], 7)).toEqual([]);
  });
});
