import * as fc from "fast-check";
import { expect, test } from "vitest";
import { CLOCK_BACK_MS, latestOf, mayWorkOffline, offlineUntil } from "./offline-allowance.ts";

const HOUR = 3_600_000;
const AT = Date.UTC(2026, 10, 21, 8);

test.each([
  ["just confirmed", 0, 0, 24, "allowed"],
  ["a whole shift later", 14 * HOUR, 14 * HOUR, 24, "allowed"],
  ["to the very last moment", 24 * HOUR, 24 * HOUR, 24, "allowed"],
  ["a moment too late", 24 * HOUR + 1, 24 * HOUR + 1, 24, "too-long"],
  ["two days where three are allowed", 48 * HOUR, 48 * HOUR, 72, "allowed"],
  ["never, where none are allowed", 1, 1, 0, "too-long"],
  ["a clock a little back (set by the network)", 2 * HOUR, 2 * HOUR - CLOCK_BACK_MS, 24, "allowed"],
  ["a clock set back", 2 * HOUR, 2 * HOUR - CLOCK_BACK_MS - 1, 24, "clock-back"],
  ["a clock set back before the sign-in", 0, -HOUR, 24, "clock-back"],
  ["hours that were over before the clock was set back a little", 24 * HOUR + 1, 24 * HOUR, 24, "too-long"],
] as const)("%s", (_title, seen, now, offlineHours, answer) => {
  expect(mayWorkOffline({ lastConfirmedAt: AT, lastSeen: AT + seen, now: AT + now, offlineHours })).toBe(
    answer,
  );
});

test("whatever is done to the clock, work never goes on longer than the allowed hours of time seen", () => {
  const step = fc.integer({ min: -48 * HOUR, max: 48 * HOUR });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 1, max: 72 }), (steps, offlineHours) => {
      let now = AT;
      let lastSeen = AT;
      for (const by of steps) {
        now += by;
        lastSeen = latestOf(lastSeen, now);
        const answer = mayWorkOffline({ lastConfirmedAt: AT, lastSeen, now, offlineHours });
        if (answer !== "allowed") continue;
        expect(lastSeen).toBeLessThanOrEqual(offlineUntil({ lastConfirmedAt: AT, offlineHours }));
        expect(now).toBeGreaterThanOrEqual(lastSeen - CLOCK_BACK_MS);
      }
    }),
  );
});
