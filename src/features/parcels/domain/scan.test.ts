import { expect, test } from "vitest";
import { humanNumber } from "#kernel/human-number.ts";
import { parcelCodes } from "#kernel/parcel-code.ts";
import { type ScanStop, judgeScan, toLoad, unticked } from "./scan.ts";

const numberOf = (seed: number) => humanNumber(new Uint8Array([seed, 2, 3, 4, 5, 6, 7]));
const stopOf = (seed: number, changes: Partial<ScanStop> = {}, parcels = 1): ScanStop => ({
  taskId: `t${seed}`,
  kind: "deliver",
  state: "assigned",
  blocked: false,
  custody: "courier",
  parcels: parcelCodes(numberOf(seed), parcels).map((code) => ({ code })),
  ...changes,
});
const codeOf = (seed: number, index = 1) => `${numberOf(seed)}-${index}`;

const here = stopOf(1, {}, 2);
const day = [here, stopOf(2), stopOf(3, { kind: "collect", blocked: false, custody: "sender" })];

test.each([
  ["a parcel of this stop is ticked", codeOf(1, 2), [], { kind: "ticked", code: codeOf(1, 2) }],
  [
    "typed in small letters without dashes",
    codeOf(1).toLowerCase().replaceAll("-", ""),
    [],
    { kind: "ticked" },
  ],
  ["the same again", codeOf(1), [codeOf(1)], { kind: "again", code: codeOf(1) }],
  ["a parcel of another stop", codeOf(2), [], { kind: "other-stop", stop: { taskId: "t2" } }],
  ["a parcel of nobody's stop today", codeOf(9), [], { kind: "foreign", code: codeOf(9) }],
  ["more parcels than there are", codeOf(1, 3), [], { kind: "foreign" }],
  ["the barcode of the wine inside", "4006381333931", [], { kind: "no-code" }],
])("%s", (_name, text, ticked, result) => {
  expect(judgeScan(text, { here: [here], day, ticked })).toMatchObject(result);
});

test("a parcel with two stops is named by the one that is ahead", () => {
  const over = stopOf(4, { taskId: "over", kind: "collect", state: "succeeded" });
  const ahead = stopOf(4, { taskId: "ahead" });
  for (const stops of [
    [over, ahead],
    [ahead, over],
  ])
    expect(judgeScan(codeOf(4), { here: [here], day: stops, ticked: [] })).toMatchObject({
      stop: { taskId: "ahead" },
    });
});

test("what was collected earlier and what waits at the hub must be on board, nothing else", () => {
  const stops = [
    stopOf(1),
    stopOf(2, { kind: "return" }),
    stopOf(3, { blocked: true, custody: "hub" }),
    stopOf(4, { blocked: true, custody: "sender" }),
    stopOf(5, { kind: "collect", custody: "sender" }),
    stopOf(6, { state: "succeeded", custody: "recipient" }),
    stopOf(7, { state: "cancelled" }),
  ];
  expect(toLoad(stops).map(({ taskId }) => taskId)).toEqual(["t1", "t2", "t3"]);
});

test("missing is what was not ticked", () => {
  expect(unticked(here, [codeOf(1)])).toEqual([codeOf(1, 2)]);
});
