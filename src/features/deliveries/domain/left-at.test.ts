import { expect, test } from "vitest";
import { FAILURE_REASONS } from "#features/parcels/domain/reasons.ts";
import type { LeftParcel } from "#features/parcels/domain/left.ts";
import { newDelivery } from "./delivery.ts";
import { endByParcels } from "./left-at.ts";

const CODES = ["WB-1-1", "WB-1-2"];
const DELIVERY = {
  ...newDelivery({
    id: "d",
    collectTaskId: "c",
    deliverTaskId: "t",
    undeliverableAction: "dispose",
  }),
  parcelCodes: CODES,
};
const PHOTO_OF_REFUSED = FAILURE_REASONS.map((one) =>
  one.code === "refused" ? { ...one, proofs: ["photo" as const] } : one,
);
const refused = (code = ""): LeftParcel => ({ code, how: "refused", note: null, proofIds: [] });

test("a door that took nothing asks for the proofs of the company's reason, one that took a part for those of a handover", () => {
  const [one, two] = CODES;
  const door = DELIVERY.tasks.find(({ kind }) => kind === "deliver");
  if (!door) throw new Error("a delivery without a door");
  expect(endByParcels(DELIVERY, door, [refused(one), refused(two)], PHOTO_OF_REFUSED).needs).toContain(
    "photo",
  );
  const part = endByParcels(DELIVERY, door, [refused(one)], PHOTO_OF_REFUSED);
  expect(part.needs).toEqual(endByParcels(DELIVERY, door, [refused(one)]).needs);
});
