import { describe, expect, test } from "vitest";
import {
  roomyCorners,
  addCorner,
  AreaSchema,
  type AreaText,
  isSoundOutline,
  pointOf,
  polygonOf,
} from "./outline-text.ts";

const corner = (lat: string, lon: string) => ({ lat, lon });
const square = [
  corner("52.5", "13.3"),
  corner("52.5", "13.5"),
  corner("52.6", "13.5"),
  corner("52.6", "13.3"),
];
const area: AreaText = { name: "Town", maxDistanceM: "12,5", maxMassG: "50", polygon: square };
const faults = (changes: Partial<AreaText>) => {
  const result = AreaSchema.safeParse({ ...area, ...changes });
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${path.join(".")} ${message ?? ""}`);
};

describe("the outline", () => {
  test("is closed by us, so that no corner has to be typed twice", () => {
    const [ring] = polygonOf(square).coordinates;
    expect(ring).toHaveLength(5);
    expect(ring?.at(-1)).toEqual([13.3, 52.5]);
  });
  test("that crosses itself is refused as a whole", () => {
    const [a, b, c, d] = square;
    const bow = [a, c, b, d].flatMap((one) => one ?? []);
    expect(isSoundOutline(bow)).toBe(false);
    expect(faults({ polygon: bow })).toEqual(["polygon places.bad-polygon"]);
  });
  test("grows by a corner halfway, also after the last one", () => {
    expect(addCorner(square, 0)[1]).toEqual(corner("52.500000", "13.400000"));
    expect(addCorner(square, 3)[4]).toEqual(corner("52.550000", "13.300000"));
    expect(isSoundOutline(addCorner(square, 2))).toBe(true);
  });
  test("shows on the map what has room, and the chosen corner as the pin", () => {
    const close = [...square, corner("52.6", "13.3001")];
    expect(roomyCorners(close, undefined)).toEqual([0, 1, 2, 3]);
    expect(roomyCorners(close, 4)).toEqual([0, 1, 2]);
    expect(roomyCorners(close, undefined, 0.9)).toEqual([0]);
  });
  test("takes degrees as people write them, and nothing else", () => {
    expect(pointOf(corner("52,5", " 13.4123456 "))).toEqual({ lat: 52.5, lon: 13.412346 });
    expect([corner("91", "0"), corner("", "0"), corner("5e1", "0")].map(pointOf)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("the area", () => {
  test("is sent in metres and grams", () => {
    expect(AreaSchema.safeParse(area)).toMatchObject({
      data: { name: "Town", maxDistanceM: 12_500, maxMassG: 50_000 },
    });
  });
  test("names the input at fault", () => {
    expect(faults({ maxDistanceM: "far" })).toEqual(["maxDistanceM places.not-a-number"]);
    expect(faults({ maxDistanceM: "9999" })).toEqual(["maxDistanceM places.distance-limits"]);
    expect(faults({ polygon: square.with(1, corner("x", "13.5")) })).toEqual([
      "polygon.1.lat places.not-a-number",
    ]);
  });
});
