import { expect, test } from "vitest";
import type { BoardDelivery } from "#features/dispatch/contract/board.ts";
import { brokenPromises } from "./broken-promises.ts";

const POINT = { lat: 52.5, lon: 13.4 };
const ADLER: BoardDelivery = {
  id: "d1",
  number: "WB-1",
  state: "assigned",
  serviceLevel: "scheduled",
  window: { start: "2026-11-23T13:00:00.000Z", end: "2026-11-23T14:00:00.000Z" },
  pickupLabel: "Markt 1",
  dropoffLabel: "Uferweg 2",
  pickup: POINT,
  dropoff: POINT,
  recipientName: "Adler",
  massG: 500,
  parcels: 1,
};
const board = { deliveries: [ADLER] };
const window = { kind: "window", order: "d1", stop: "drop", by: 660 } as const;

test("a promise that would be broken names its recipient, the promised end and the new one", () => {
  const promised = Date.UTC(2026, 10, 23, 14);
  expect(brokenPromises([window], board)).toEqual([
    { name: "Adler", promised, foreseen: promised + 660_000 },
  ]);
});

test("where anything else stands against it, no promise is told in its stead", () => {
  expect(brokenPromises([window, { kind: "unreachable" }], board)).toEqual([]);
  expect(brokenPromises([{ ...window, order: "gone" }], board)).toEqual([]);
  expect(brokenPromises([{ ...window, stop: "pickup" }], board)).toEqual([]);
});
