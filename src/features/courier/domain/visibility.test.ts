import * as fc from "fast-check";
import { expect, test } from "vitest";
import { distanceM } from "#kernel/geo.ts";
import { DAY_MS, MINUTE_MS } from "#kernel/instant.ts";
import { firstName, isRecent, mayCall, maySeeCourier, snapPoint } from "./visibility.ts";

const here = { lon: 7.1, lat: 51.2 };
const near = { onDuty: true, aboard: true, pending: true, isNext: true, courier: here, dropoff: here };

test("a recipient never sees a courier closer than the square in which they are, nor further off", () => {
  const point = fc.record({
    lon: fc.double({ min: -179, max: 179, noNaN: true }),
    lat: fc.double({ min: -70, max: 70, noNaN: true }),
  });
  fc.assert(
    fc.property(point, (p) => {
      const seen = snapPoint(p);
      expect(distanceM(p, seen)).toBeLessThanOrEqual(40);
      const again = snapPoint(seen);
      expect(distanceM(seen, again)).toBeLessThanOrEqual(1);
    }),
  );
});

test("standing still in one square looks like one place", () => {
  const seen = snapPoint({ lon: 7.100001, lat: 51.200001 });
  expect(snapPoint({ lon: 7.100002, lat: 51.200002 })).toEqual(seen);
});

test.each([
  ["next", near, true],
  ["not next, but three streets away", { ...near, isNext: false }, true],
  ["not next and far", { ...near, isNext: false, courier: { lon: 7.2, lat: 51.2 } }, false],
  ["off duty", { ...near, onDuty: false }, false],
  ["parcel not collected yet", { ...near, aboard: false }, false],
  ["stop over", { ...near, pending: false }, false],
])("a recipient and their courier: %s", (_name, approach, seen) => {
  expect(maySeeCourier(approach)).toBe(seen);
});

test("a position stands for where the courier is for ten minutes", () => {
  expect(isRecent(null, 0)).toBe(false);
  expect(isRecent(0, 10 * MINUTE_MS)).toBe(true);
  expect(isRecent(0, 10 * MINUTE_MS + 1)).toBe(false);
});

test("whom to call is hidden from a courier a day after the stop", () => {
  expect(mayCall(null, 0)).toBe(true);
  expect(mayCall(0, DAY_MS - 1)).toBe(true);
  expect(mayCall(0, DAY_MS)).toBe(false);
});

test("recipients read a first name", () => {
  expect(firstName("Élif Bernard")).toBe("Élif");
});
