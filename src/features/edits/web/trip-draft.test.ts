import { beforeEach, expect, test } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { forgetAllDrafts, saveDraft } from "#web/forms/draft.ts";
import { firstTyped, forgetTrip } from "./trip-draft.ts";
import { bookedEnd } from "./trip-values.ts";

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
// Safe: the form's first values read these alone.
const delivery = {
  id: "d",
  state: "assigned",
  pickup: at("Lange Straße 1"),
  dropoff: at("Hohe Straße 2"),
} as unknown as Delivery;
const seen = { pickup: bookedEnd(delivery, "pickup"), dropoff: bookedEnd(delivery, "dropoff") };

beforeEach(forgetAllDrafts);

test("an address that was typed is there again, and the other end follows the delivery", () => {
  const typed = { ...seen, dropoff: { ...at("Westring 3"), pinConfirmed: true } };
  saveDraft("trip-d", { seen, typed });
  const moved = { ...delivery, pickup: at("Südring 4") } as Delivery;
  expect(firstTyped(moved)).toEqual({
    pickup: bookedEnd(moved, "pickup"),
    dropoff: typed.dropoff,
    decision: "",
    reason: "",
  });
  forgetTrip("d");
  expect(firstTyped(moved).dropoff).toEqual(seen.dropoff);
});

test.each([[null], [{ seen: {}, typed: { pickup: "x" } }]])(
  "a draft of another build is no address",
  (kept) => {
    saveDraft("trip-d", kept);
    expect(firstTyped(delivery)).toMatchObject(seen);
  },
);
