import { expect, test } from "vitest";
import type { PastEntry } from "../contract/api.ts";
import { EMPTY_ENTRY, askedOf, isTheirs, sameAgain, typedParcel } from "./entry-values.ts";

const place = (label: string) => ({
  label,
  street: label,
  houseNumber: "5",
  postcode: null,
  city: "Berlin",
  detail: "2nd floor",
  point: { lon: 13.4, lat: 52.5 },
  precision: "street" as const,
  pinConfirmed: true,
});
const person = (name: string) => ({ name, phone: "+4930123456", email: null, note: "" });
const past: PastEntry = {
  orderId: "0190a000-0000-7000-8000-000000000001",
  at: "2026-06-17T08:00:00Z",
  sender: { ...person("Berta"), note: "Ring twice" },
  recipient: { ...person("Rita"), note: "Back door" },
  payerId: null,
  pickup: place("Lindenstraße 5"),
  dropoff: place("Kanalstraße 3"),
  parcels: [
    {
      size: "small",
      massG: 2_500,
      contents: "books",
      fragile: true,
      valueMinor: 12_050,
      ageRestricted: true,
    },
  ],
  serviceLevel: "same_day",
};

test("the same again asks for the order's parcels, people, places, notes and level, and for a new window", () => {
  const typed = sameAgain(past, "EUR");
  expect(typed).toMatchObject({ serviceLevel: "same_day", windowStart: "", windowEnd: "" });
  const window = { windowStart: "2026-06-18T08:00:00Z", windowEnd: "2026-06-18T10:00:00Z" };
  const asked = askedOf({ ...EMPTY_ENTRY, ...typed, ...window }, "EUR");
  expect(asked?.request).toMatchObject({
    pickup: { label: "Lindenstraße 5", detail: "2nd floor" },
    dropoff: { label: "Kanalstraße 3" },
    parcels: past.parcels,
  });
  expect(asked?.sender).toEqual(past.sender);
  expect(asked?.recipient).toEqual(past.recipient);
});

test.each([
  ["Berta", "+4930123456", true],
  [" Berta ", "030 123456", true],
  ["Bert", "+4930123456", false],
  ["Berta", "+49301234567", false],
  ["Berta", "", false],
])("the account of Berta goes with the sender %s, %s: %s", (name, phone, expected) => {
  const payer = { id: "1", name: "Berta", phone: "+4930123456" };
  const germany = { callingCode: "49", trunk: "0", digits: 11 };
  expect(isTheirs(payer, { name, phone }, germany)).toBe(expected);
});

test.each([
  ["JPY", 120, "120"],
  ["EUR", 12_000, "120.00"],
  ["KWD", 120_500, "120.500"],
])("a declared value in %s is typed with its digits", (currency, valueMinor, value) => {
  const parcel = { size: "small" as const, massG: 1_000, contents: "", fragile: false, valueMinor };
  expect(typedParcel(parcel, currency)).toMatchObject({ kg: "1", value });
});

test("nothing is asked of the server before the trip is complete", () => {
  expect(askedOf(EMPTY_ENTRY, "EUR")).toBeUndefined();
});
