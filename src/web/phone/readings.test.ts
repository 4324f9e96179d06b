import { expect, test } from "vitest";
import type { Kept } from "#kernel/outbox/op.ts";
import { watchReadings } from "./readings.ts";

/** Reading of a database: its device, how many commands wait there, and whether it holds a day. */
const reading = (deviceId: string, waiting: number, hasDay = true): Kept<object> => ({
  meta: { deviceId, seq: 0, epoch: null, withdrawn: 0 },
  // Safe: only their state is counted.
  ops: Array.from({ length: waiting }, () => ({ state: "waiting" })) as unknown as Kept<object>["ops"],
  files: [],
  samples: [],
  day: hasDay ? { tag: "t", day: {}, asOf: 0 } : null,
});

test.each<[string, Kept<object>[], number]>([
  ["the last reading counts", [reading("a", 3), reading("a", 1)], 1],
  ["an emptied database takes nothing back", [reading("a", 2), reading("b", 0, false)], 2],
  ["nor does a day that a call under way puts there", [reading("a", 2), reading("b", 0)], 2],
  ["what is done in the new database is kept there", [reading("a", 2), reading("b", 1)], 2],
  ["also where nothing waited before", [reading("a", 0), reading("b", 1)], 0],
  ["a phone that was just set up lost nothing", [reading("x", 0, false), reading("a", 0)], 0],
])("of work that waits on a phone whose storage is deleted, %s", (_, readings, lost) => {
  const watched = watchReadings();
  for (const one of readings) watched.take(one);
  expect(watched.lost()).toBe(lost);
});

test("a reading that is answered after a newer one is not shown", () => {
  const { take, isNews } = watchReadings();
  const [, first] = take(reading("a", 3));
  const [, second] = take(reading("a", 1));
  const [, emptied] = take(reading("b", 0, false));
  const [, third] = take(reading("a", 0));
  expect([second, first, emptied, third].map(isNews)).toEqual([true, false, false, true]);
});
