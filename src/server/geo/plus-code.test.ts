import { describe, expect, test } from "vitest";
import { distanceM } from "#kernel/geo.ts";
import { plusCodeIn, plusCodeOf } from "./plus-code.ts";

const centre = { lon: 10.9, lat: 50.2 };

describe("Plus Codes", () => {
  test("a full one is read wherever the area is", () => {
    const point = { lon: 2.2945, lat: 48.8584 };
    const found = plusCodeIn(plusCodeOf(point), centre);
    expect(found?.isSpot).toBe(true);
    expect(found && distanceM(found.point, point)).toBeLessThan(12);
  });

  test("a short one means the place nearest to the area, with or without the town's name", () => {
    const point = { lon: 10.912, lat: 50.205 };
    const short = plusCodeOf(point).slice(4);
    for (const typed of [short, short.toLowerCase(), `${short} Marienbrück`, `  ${short}, Marienbrück`]) {
      const found = plusCodeIn(typed, centre);
      expect(found && distanceM(found.point, point), typed).toBeLessThan(12);
    }
  });

  test.each(["Lindenstraße 12", "12 + 3", "+", "AAAA+BB", "C++", "8FVC9G8F+6"])("%s is none", (typed) => {
    expect(plusCodeIn(typed, centre)).toBeUndefined();
  });

  test("a coarse one names a neighbourhood, not a spot", () => {
    expect(plusCodeIn("9F2FXX00+", centre)?.isSpot).toBe(false);
  });
});
