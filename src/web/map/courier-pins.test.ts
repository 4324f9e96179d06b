import { expect, test } from "vitest";
import { MINUTE_MS, toIso } from "#kernel/instant.ts";
import { courierPins } from "./courier-pins.ts";

const NOW = 1_800_000_000_000;
const position = (minutesAgo: number) => ({
  at: toIso(NOW - minutesAgo * MINUTE_MS),
  point: { lat: 50, lon: 10.9 },
});
const courier = (id: string, minutesAgo: number, onDuty = true) => ({
  id,
  onDuty,
  position: position(minutesAgo),
});
const COURIERS = [courier("a", 1), courier("b", 16), courier("c", 1, false)];

test.each([
  ["a position older than 15 minutes has a faded pin, a courier off duty none", new Map(), true],
  ["a newer position counts before the board's", new Map([["b", position(0)]]), false],
])("%s", (_, positions, faded) => {
  expect(courierPins(COURIERS, positions, NOW).map((pin) => [pin.id, pin.faded])).toEqual([
    ["courier/a", false],
    ["courier/b", faded],
  ]);
});
