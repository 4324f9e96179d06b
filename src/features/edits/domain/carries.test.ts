import { expect, test } from "vitest";
import { checkCarrier } from "./carries.ts";

const bike = { class: "bike", capacity: { massG: 25_000, parcels: 8 } };
const load = { vehicles: [], massG: 20_000, count: 2 };

test("a vehicle that the level does not allow is refused where the level is changed, and not for what stays", () => {
  const vans = { ...load, vehicles: ["van"] };
  expect(() => checkCarrier(bike, vans, { service: true, parcels: false })).toThrow("edits.wrong-vehicle");
  checkCarrier(bike, vans, { service: false, parcels: true });
  checkCarrier({ ...bike, class: "van" }, vans, { service: true, parcels: true });
});

test.each([[{ ...load, massG: 25_001 }], [{ ...load, count: 9 }]])(
  "more than the vehicle carries is refused on the parcels, and not for what stays (%o)",
  (carried) => {
    expect(() => checkCarrier(bike, carried, { service: false, parcels: true })).toThrow(
      "edits.vehicle-full",
    );
    checkCarrier(bike, carried, { service: false, parcels: false });
  },
);

test("as much as the vehicle carries fits", () => {
  const most = { ...load, massG: 25_000, count: 8 };
  expect(() => checkCarrier(bike, most, { service: true, parcels: true })).not.toThrow();
});
