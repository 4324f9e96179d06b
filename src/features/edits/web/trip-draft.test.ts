import { beforeEach, expect, test } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { forgetAllDrafts, saveDraft } from "#web/forms/draft.ts";
import { firstTyped, forgetTrip, keepForTrip } from "./trip-draft.ts";
import { askedOf, bookedParts, changedParts, toPrice, typedOf } from "./trip-values.ts";

const UNITS = { zone: "Europe/Berlin", currency: "EUR" };
const at = (street: string) => ({
  label: `${street}, 00710 Marienbrück`,
  street,
  houseNumber: null,
  postcode: "00710",
  city: "Marienbrück",
  detail: null,
  point: { lon: 10.87, lat: 50.19 },
  precision: "rooftop" as const,
});
const SMALL = { size: "small", massG: 1_500, contents: "books", fragile: false } as const;
// Safe: the form's first values read these alone.
const delivery = {
  id: "d",
  state: "assigned",
  pickup: at("Lange Straße 1"),
  dropoff: at("Hohe Straße 2"),
  parcelList: [SMALL],
  serviceLevel: "same_day",
  window: { start: "2026-06-17T12:00:00.000Z", end: "2026-06-17T14:00:00.000Z" },
} as unknown as Delivery;
const seen = bookedParts(delivery, UNITS);
const typed = typedOf(delivery, UNITS);

beforeEach(forgetAllDrafts);

test("an address that was typed is there again, and the rest follows the delivery", () => {
  const kept = { ...seen, dropoff: { ...at("Westring 3"), pinConfirmed: true } };
  saveDraft("trip-d", { seen, typed: kept });
  const moved = { ...delivery, pickup: at("Südring 4"), serviceLevel: "scheduled" } as Delivery;
  expect(firstTyped(moved, UNITS)).toEqual({
    ...bookedParts(moved, UNITS),
    dropoff: kept.dropoff,
    decision: "",
    reason: "",
  });
  forgetTrip("d");
  expect(firstTyped(moved, UNITS).dropoff).toEqual(seen.dropoff);
});

test("a time that was typed on the other form is decided about here", () => {
  keepForTrip(delivery, UNITS, { window: { date: "2026-06-17", from: "18:00", until: "20:00" } });
  const first = firstTyped(delivery, UNITS);
  expect(changedParts(delivery, first, UNITS)).toEqual(["window"]);
  expect(toPrice(delivery, first, UNITS)).toMatchObject({
    windowStart: "2026-06-17T16:00:00.000Z",
    windowEnd: "2026-06-17T18:00:00.000Z",
  });
});

test("parcels and level are sent as typed, and nothing that stayed or is locked", () => {
  expect(askedOf(delivery, typed, UNITS)).toEqual({});
  const parcels = typed.parcels.map((parcel) => ({ ...parcel, kg: "2,5" }));
  const changed = { ...typed, parcels, serviceLevel: "scheduled" };
  expect(askedOf(delivery, changed, UNITS)).toEqual({
    parcels: [{ ...SMALL, massG: 2_500 }],
    serviceLevel: "scheduled",
  });
  expect(toPrice(delivery, changed, UNITS)).toMatchObject({
    massG: 2_500,
    parcels: 1,
    serviceLevel: "scheduled",
  });
  const started = { ...delivery, state: "en_route_to_pickup" } as Delivery;
  expect(changedParts(started, changed, UNITS)).toEqual(["parcels"]);
  expect(changedParts({ ...delivery, state: "collected" }, changed, UNITS)).toEqual([]);
});

test("a weight that is none is not priced", () => {
  const parcels = typed.parcels.map((parcel) => ({ ...parcel, kg: "much" }));
  expect(toPrice(delivery, { ...typed, parcels }, UNITS)).toBeUndefined();
});

test.each([[null], [{ seen: {}, typed: { pickup: "x" } }]])(
  "a draft of another build is no address",
  (kept) => {
    saveDraft("trip-d", kept);
    expect(firstTyped(delivery, UNITS)).toMatchObject(seen);
  },
);
