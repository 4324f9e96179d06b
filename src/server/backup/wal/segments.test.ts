import { expect, test } from "vitest";
import { nameOfSegment, segmentAt, segmentOf, unbroken } from "./segments.ts";

test("a name and a place of the log say the same segment", () => {
  expect(segmentOf("0000000200000001000000FF")).toEqual({ timeline: 2, nth: 511 });
  expect(nameOfSegment({ timeline: 2, nth: 512 })).toBe("000000020000000200000000");
  expect(segmentAt(1, "2/01000028")).toEqual(segmentOf("000000010000000200000001"));
  for (const name of ["00000002.history", "000000010000000000000003.00000028.backup", "waybill"])
    expect(segmentOf(name)).toBeUndefined();
});

test("segments count as far as none of their timeline is missing", () => {
  const at = (timeline: number, nth: number) => ({ timeline, nth });
  const kept = [at(1, 9), at(1, 6), at(1, 4), at(1, 5), at(2, 7)];
  expect(unbroken(kept, at(1, 4))).toEqual([at(1, 4), at(1, 5), at(1, 6)]);
  expect(unbroken(kept, at(1, 7))).toEqual([]);
});
