import { expect, test } from "vitest";
import { estimatedDistance, withMeasure } from "./distance.ts";
import { vehicleFor } from "./vehicle.ts";
import { BICYCLE_LOAD_G } from "./limits.ts";

test("the way by road is guessed as 1.4 straight lines", () => {
  expect(estimatedDistance({ lon: 0, lat: 0 }, { lon: 0, lat: 1 })).toEqual({
    distanceM: 155_673,
    source: "estimated",
  });
});

test("a load is measured for a bicycle as long as one carries it", () => {
  expect(vehicleFor(BICYCLE_LOAD_G)).toBe("bicycle");
  expect(vehicleFor(BICYCLE_LOAD_G + 1)).toBe("car");
});

test("the trace names how a distance was measured, on the lines that charge it", () => {
  const line = { ruleId: "a", inputs: { steps: 2 }, amount: { minor: 100, currency: "EUR" } };
  const price = {
    lines: [
      { ...line, label: "price.flat" },
      { ...line, label: "price.per-distance" },
    ],
  };
  const [flat, perDistance] = withMeasure(price, { distanceM: 9, source: "road", vehicle: "car" }).lines;
  expect(flat?.inputs).toEqual({ steps: 2 });
  expect(perDistance?.inputs).toEqual({ steps: 2, measured: "car" });
  expect(withMeasure(price, { distanceM: 9, source: "estimated" }).lines[1]?.inputs).toEqual({
    steps: 2,
    measured: "estimated",
  });
});
