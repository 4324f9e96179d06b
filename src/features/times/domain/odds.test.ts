import { expect, test } from "vitest";
import { MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import { calibrationOf } from "./calibration.ts";
import { type Pause, type RouteAhead, type StopAhead, predict } from "./predict.ts";

const MORNING = Date.UTC(2026, 5, 17, 6);
const DAYS = 1_200;
const STOPS = 14;

/** Dice of the world, apart from those of the predictions (xorshift32). */
function diceOf(seed: number) {
  let state = seed;
  const roll = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) + 0.5) / 2 ** 32;
  };
  for (let n = 0; n < 16; n += 1) roll();
  return {
    between: (least: number, most: number): number => least + (most - least) * roll(),
    /** A factor of median 1: planner.md §5 measured the spreads. */
    factor: (sigma: number): number =>
      Math.exp(sigma * Math.sqrt(-2 * Math.log(roll())) * Math.cos(2 * Math.PI * roll())),
  };
}

/** A route of two-hour and tight promises, with a break in the middle of it. */
function routeOf(seed: number): RouteAhead {
  const dice = diceOf(seed);
  let due = MORNING;
  const stops = Array.from({ length: STOPS }, (_, nth): StopAhead => {
    const [legS, serviceS] = [dice.between(120, 900), dice.between(60, 420)];
    due += (legS + serviceS) * SECOND_MS + (nth === STOPS / 2 ? 30 * MINUTE_MS : 0);
    const end = due + dice.between(-10, 50) * MINUTE_MS;
    return {
      taskId: `${nth}`,
      legS,
      serviceS,
      window: { start: end - dice.between(30, 120) * MINUTE_MS, end },
    };
  });
  const pauses = [{ earliest: MORNING + 90 * MINUTE_MS, latest: MORNING + 180 * MINUTE_MS, seconds: 1_800 }];
  return { now: MORNING, seed: `courier ${seed}`, leavesAt: MORNING, atStop: null, stops, pauses };
}

/** Lives one day: what really comes of each stop. */
function live({ stops, pauses = [] }: RouteAhead, seed: number): { begin: number; end: number }[] {
  const dice = diceOf(seed * 7_919 + 13);
  const day = dice.factor(0.1);
  let at = MORNING;
  let left: readonly Pause[] = pauses;
  return stops.map(({ legS, serviceS, window }) => {
    const way = legS * SECOND_MS * dice.factor(0.2) * day;
    const [rest] = left;
    if (rest && (at >= rest.earliest || at + way > rest.latest)) {
      at = Math.max(at, rest.earliest) + rest.seconds * SECOND_MS;
      left = left.slice(1);
    }
    let begin = at + way;
    const [wait] = left;
    if (wait && begin < window.start && Math.max(begin, wait.earliest) < window.start) {
      if (Math.max(begin, wait.earliest) <= wait.latest) {
        begin = Math.max(begin, wait.earliest) + wait.seconds * SECOND_MS;
        left = left.slice(1);
      }
    }
    begin = Math.max(begin, window.start);
    at = begin + serviceS * SECOND_MS * dice.factor(0.5);
    return { begin, end: at };
  });
}

test("of stops given 90 %, 87 to 93 % are on time in simulated days, and the other odds hold as well", () => {
  const forecasts = Array.from({ length: DAYS }, (_, n) => n + 1).flatMap((seed) => {
    const route = routeOf(seed);
    const real = live(route, seed);
    return predict(route).arrivals.map(({ onTime, earliest, latest }, nth) => {
      const { begin = 0, end = 0 } = real[nth] ?? {};
      return {
        onTime,
        wasOnTime: end < (route.stops[nth]?.window.end ?? 0),
        wasWithin: begin >= earliest && begin <= latest,
      };
    });
  });
  const { buckets, within } = calibrationOf(forecasts);
  const ninety = buckets.find(({ from }) => from === 0.85);
  expect(ninety?.stops).toBeGreaterThan(1_000);
  expect(ninety?.kept).toBeGreaterThanOrEqual(0.87);
  expect(ninety?.kept).toBeLessThanOrEqual(0.93);
  for (const { given, kept } of buckets.filter(({ stops }) => stops >= 1_000))
    expect(Math.abs((given ?? 0) - (kept ?? 0))).toBeLessThan(0.04);
  // The interval is never narrower than five minutes to each side, so it holds more than the 75 % that it is made of.
  expect(within).toBeGreaterThan(0.72);
});
