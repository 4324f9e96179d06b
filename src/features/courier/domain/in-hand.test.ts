import { expect, test } from "vitest";
import { stillInHand } from "./in-hand.ts";

const parcels = [{ deliveryId: "a" }, { deliveryId: "b" }];
const ended = (deliveryId: string, state: string) => ({
  command: { type: "parcel_ended" },
  deliveryId,
  state,
});

test("parcels are in hand until their end is recorded on this phone, and again once that was refused", () => {
  expect(stillInHand(undefined, [])).toEqual([]);
  expect(stillInHand(parcels, [{ ...ended("a", "waiting"), command: { type: "start" } }])).toEqual(parcels);
  expect(stillInHand(parcels, [ended("a", "waiting")])).toEqual([{ deliveryId: "b" }]);
  expect(stillInHand(parcels, [ended("a", "done"), ended("b", "look")])).toEqual([{ deliveryId: "b" }]);
});
