import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchDisk } from "./disk-room.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a disk that became full has room again only a tenth above the reserve", async () => {
  const changes: boolean[] = [];
  let free = 1_000;
  const room = await watchDisk(
    () => Promise.resolve(free),
    1_000,
    (isFull) => changes.push(isFull),
  );
  for (const [bytes, isFull] of [
    [999, true],
    [1_000, true],
    [1_099, true],
    [1_100, false],
    [1_000, false],
    [999, true],
  ] as const) {
    free = bytes;
    await vi.advanceTimersByTimeAsync(1_000);
    expect([bytes, room.isFull()]).toEqual([bytes, isFull]);
  }
  expect(changes).toEqual([true, false, true]);
  room.close();
});
