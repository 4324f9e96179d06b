import { expect, test } from "vitest";
import { NEW_PARCEL } from "./booking.ts";
import { Trip } from "./trip-form.ts";

const faultsOf = (parcel: object) => {
  const read = Trip.safeParse({ parcels: [{ ...NEW_PARCEL, ...parcel }] });
  return (read.error?.issues ?? [])
    .filter(({ path }) => path[0] === "parcels")
    .map(({ path }) => path.at(-1));
};

test("a declared value is blank or an amount of the currency up to a million", () => {
  for (const value of ["", " ", "250", "19,50", "1000000"]) expect(faultsOf({ value })).toEqual([]);
  for (const value of ["dear", "-1", "19.505", "1000001"]) expect(faultsOf({ value })).toEqual(["value"]);
});

test("a parcel of an older draft, without value and mark, is read", () => {
  const { value: _value, ageRestricted: _mark, ...old } = NEW_PARCEL;
  expect(Trip.shape.parcels.safeParse([old]).success).toBe(true);
});
