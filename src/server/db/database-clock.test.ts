import fc from "fast-check";
import { expect, test } from "vitest";
import { aheadAfter, openDatabaseClock } from "./database-clock.ts";

/** A database whose clock is `said` at every question, and a counter that goes on by itself. */
function stub(told: number[], counted: number[]) {
  const pool = {
    query: () => {
      const said = told.shift();
      return said === undefined ? Promise.reject(new Error("gone")) : Promise.resolve({ rows: [{ said }] });
    },
  };
  // Safe: the clock asks with a text alone.
  return [pool as unknown as Parameters<typeof openDatabaseClock>[0], () => counted.shift() ?? 0] as const;
}

test("time is the database's, and goes on by a counter in between", async () => {
  const clock = await openDatabaseClock(...stub([1_000_000], [500, 520, 600, 7_600]));
  expect(clock.now()).toBe(1_000_000 - 510 + 600);
  expect(clock.now()).toBe(1_000_000 - 510 + 7_600);
  clock.close();
});

test("it is set right only by what a reading proves, and goes on while the database is gone", async () => {
  const clock = await openDatabaseClock(
    ...stub([10_000, 20_000, 40_000], [0, 0, 9_990, 10_020, 20_000, 20_010, 20_100, 20_100, 20_200]),
  );
  await clock.ask();
  await clock.ask();
  // Two readings agree with each other within their way; the third one says that the clock was set ahead.
  expect(clock.now()).toBe(40_000 - 20_010 + 20_100);
  await expect(clock.ask()).rejects.toThrow("gone");
  expect(clock.now()).toBe(40_000 - 20_010 + 20_200);
  clock.close();
});

test("after any reading the clock is within the way of that reading", () => {
  fc.assert(
    fc.property(
      fc.option(fc.integer(), { nil: undefined }),
      fc.integer(),
      fc.nat(10_000),
      fc.nat(60_000),
      (believed, ahead, sentMs, wayMs) => {
        const heardMs = sentMs + wayMs;
        const said = ahead + sentMs + wayMs / 2;
        expect(Math.abs(aheadAfter(believed, { sentMs, said, heardMs }) - ahead)).toBeLessThanOrEqual(
          wayMs / 2,
        );
      },
    ),
  );
});
