import { expect, test } from "vitest";
import { MINUTE_MS, toIso } from "#kernel/instant.ts";
import { lateCounts, lateWork, type PromisedDay, type PromisedStop } from "./late-day.ts";

const NOW = Date.UTC(2026, 10, 23, 13);
const end = (minutes: number) => ({ end: toIso(NOW + minutes * MINUTE_MS) });
const arrival = (at: number, latest: number) => ({
  at: NOW + at * MINUTE_MS,
  earliest: NOW,
  latest: NOW + latest * MINUTE_MS,
  planned: NOW,
  stay: 0,
  way: 0,
});
const stop = (name: string, minutes: number, more: Partial<PromisedStop> = {}): PromisedStop => ({
  taskId: `task ${name}`,
  deliveryId: name,
  state: "assigned",
  window: end(minutes),
  ...more,
});
const STOPS = [
  stop("done", -5, { state: "succeeded" }),
  stop("over", -5, { state: "arrived" }),
  stop("foreseen", 20, { arrival: arrival(25, 40) }),
  stop("tight", 20, { arrival: arrival(15, 25) }),
  stop("soon", 2),
];
const DAY: PromisedDay = {
  unassigned: ["waits", "waits long"],
  deliveries: [
    { id: "waits", window: end(1) },
    { id: "waits long", window: end(-1) },
    { id: "over", window: end(-5) },
  ],
  couriers: [{ route: { stops: STOPS } }],
};
const namesAt = (minutes: number) => [...lateWork(DAY, NOW + minutes * MINUTE_MS).deliveries].toSorted();

test("work is late when its promise is over, or predicted past it, with a courier and without", () => {
  expect(namesAt(0)).toEqual(["foreseen", "over", "waits long"]);
  expect(namesAt(1)).toEqual(["foreseen", "over", "waits", "waits long"]);
  expect(namesAt(2)).toEqual(["foreseen", "over", "soon", "waits", "waits long"]);
  expect([...lateWork(DAY, NOW).stops]).toEqual(["task over", "task foreseen"]);
});

test("while the same work is late, a later minute gives the same object", () => {
  const before = lateWork(DAY, NOW);
  expect(lateWork(DAY, NOW + MINUTE_MS / 2)).toBe(before);
  expect(lateWork(DAY, NOW + MINUTE_MS)).not.toBe(before);
});

test("a route's heading counts late stops and those at risk apart", () => {
  expect(lateCounts(STOPS, NOW)).toEqual({ late: 2, risk: 1 });
});
