import { expect, test } from "vitest";
import { MOST_DAMAGE_PHOTOS, leftIn, withPart } from "./part-values.ts";

test("only as many damaged parcels bring a photo as are asked for one", () => {
  const codes = Array.from({ length: MOST_DAMAGE_PHOTOS + 1 }, (_, n) => `P${n}`);
  const damaged = (text: string, code: string) =>
    withPart(text, code, { how: "damaged", note: "wet", photo: `photo of ${code}` });
  // The first parcel is found damaged when each of the others has its photo.
  const text = damaged(codes.reduce(damaged, withPart("{}", "P0", { how: "moved", note: "" })), "P0");
  expect(leftIn(text).map(({ proofIds }) => proofIds.length)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 0]);
});
