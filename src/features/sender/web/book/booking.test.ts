import { expect, test } from "vitest";
import { requestOf } from "./booking-request.ts";
import { EMPTY_BOOKING, NEW_PARCEL, gramsOf, openStep } from "./booking.ts";
import type { Booking } from "./booking.ts";

const at = (label: string) => ({
  label,
  street: null,
  houseNumber: null,
  postcode: null,
  city: null,
  detail: null,
  point: { lon: 10, lat: 50 },
  precision: "rooftop" as const,
  pinConfirmed: true,
});
const complete: Booking = {
  ...EMPTY_BOOKING,
  pickup: at("Kanalstraße 3"),
  dropoff: at("Marktplatz 1"),
  serviceLevel: "same_day",
  windowStart: "2026-06-17T10:00:00.000Z",
  windowEnd: "2026-06-17T12:00:00.000Z",
  sender: { name: "Ada", phone: "+4930123456", email: "", note: "" },
  recipient: { name: "Bo", phone: "+4930123457", email: "", note: "" },
};

test("kilograms are read as people write them, to the gram", () => {
  expect([gramsOf("1"), gramsOf("1,5"), gramsOf("0.075"), gramsOf("12.34")]).toEqual([
    1000, 1500, 75, 12_340,
  ]);
  expect([gramsOf(""), gramsOf("heavy"), gramsOf("1.2345"), gramsOf("-1")]).toEqual([
    Number.NaN,
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ]);
});

test("a declared value is sent in minor units, and what is not declared is left out", () => {
  const parcels = ["", "0", "250", "19,5"].map((value) => ({ ...NEW_PARCEL, value }));
  const wine = { ...NEW_PARCEL, ageRestricted: true };
  const request = requestOf({ ...complete, parcels: [...parcels, wine] }, "EUR");
  expect(request?.parcels.map(({ valueMinor, ageRestricted }) => [valueMinor, ageRestricted])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
    [25_000, undefined],
    [1950, undefined],
    [undefined, true],
  ]);
});

test("nobody gets past a step that is not complete", () => {
  expect(openStep(EMPTY_BOOKING)).toBe("trip");
  expect(openStep({ ...complete, dropoff: { ...at("x"), pinConfirmed: false } })).toBe("trip");
  expect(openStep({ ...complete, parcels: [{ ...EMPTY_BOOKING.parcels[0]!, kg: "x" }] })).toBe("trip");
  expect(openStep({ ...complete, windowStart: "" })).toBe("trip");
  expect(openStep(complete)).toBe("contact");
  expect(openStep({ ...EMPTY_BOOKING, orderId: "some" })).toBe("pay");
});

test("only a complete booking can be priced", () => {
  expect(requestOf(EMPTY_BOOKING, "EUR")).toBeUndefined();
  expect(requestOf(complete, "EUR")).toMatchObject({ serviceLevel: "same_day", parcels: [{ massG: 1000 }] });
});
