import { expect, test } from "vitest";
import { profileOf } from "#features/shifts/domain/vehicle.ts";
import { estimatedLeg } from "./leg.ts";
import { calibrationOf } from "./calibration.ts";
import { serviceTimeOf } from "./service-time.ts";

test("a stop takes the default of its kind, and longer with more parcels, while nothing is learned", () => {
  expect(serviceTimeOf({ kind: "collect", parcels: 1 })).toEqual({ seconds: 240, source: "default" });
  expect(serviceTimeOf({ kind: "deliver", parcels: 3 })).toEqual({ seconds: 300, source: "default" });
});

test("a median counts once it was observed often enough, the place's before the vehicle's", () => {
  const task = { kind: "deliver", parcels: 1 } as const;
  const vehicle = { medianS: 90, count: 20 };
  expect(serviceTimeOf(task, { place: { medianS: 400, count: 4 }, vehicle })).toEqual({
    seconds: 90,
    source: "vehicle",
    visits: 20,
  });
  expect(serviceTimeOf(task, { place: { medianS: 400, count: 5 }, vehicle })).toEqual({
    seconds: 400,
    source: "place",
    visits: 5,
  });
  expect(serviceTimeOf(task, { vehicle: { medianS: 90, count: 19 } }).source).toBe("default");
});

test("a way without a map is estimated from the straight line and the vehicle", () => {
  const [from, to] = [
    { lon: 7.1, lat: 51.2 },
    { lon: 7.1, lat: 51.21 },
  ];
  expect(estimatedLeg(from, to, profileOf("van"))).toEqual({ seconds: 226, source: "estimated" });
  expect(estimatedLeg(from, to, profileOf("foot")).seconds).toBeGreaterThan(1_000);
  expect(profileOf("cargo_bike")).toBe("bicycle");
});

test("odds are compared with how the stops ended", () => {
  const forecasts = Array.from({ length: 10 }, (_, n) => ({
    onTime: 0.9,
    wasOnTime: n < 8,
    wasWithin: n < 5 ? n < 4 : null,
  }));
  const { buckets, arrivals, within } = calibrationOf([
    ...forecasts,
    { onTime: 1, wasOnTime: true, wasWithin: null },
  ]);
  expect(buckets.map(({ stops }) => stops)).toEqual([0, 0, 0, 10, 1]);
  expect(buckets[3]).toMatchObject({ from: 0.85, to: 0.95, kept: 0.8 });
  expect(buckets[3]?.given).toBeCloseTo(0.9);
  expect(buckets[0]).toMatchObject({ given: null, kept: null });
  expect({ arrivals, within }).toEqual({ arrivals: 5, within: 0.8 });
});
