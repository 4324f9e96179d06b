import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { keptSamples, leastBetween, timesOf } from "./tap-times.ts";
import type { ClockSample, TimedTap } from "./tap-times.ts";

const NOW = Date.UTC(2026, 5, 17, 8, 0);

interface Moment {
  /** Time until the moment, in ms. */
  readonly wait: number;
  /** Share of the wait in which the page slept: its monotonic clock stood still. */
  readonly slept: number;
  /** The wall clock jumps by so much. */
  readonly jump: number;
  readonly isSample: boolean;
  readonly rtt: number;
  /** The page is loaded anew. */
  readonly isReborn: boolean;
}

const moments = fc.array(
  fc.record({
    wait: fc.integer({ min: 0, max: 3 * HOUR_MS }),
    slept: fc.constantFrom(0, 0, 0.5, 1),
    jump: fc.constantFrom(0, 0, 0, -HOUR_MS, 26 * HOUR_MS),
    isSample: fc.boolean(),
    rtt: fc.integer({ min: 0, max: 20_000 }),
    isReborn: fc.constantFrom(false, false, false, true),
  }),
  { minLength: 1, maxLength: 30 },
);

interface True {
  readonly seq: number;
  readonly wall: number;
  readonly mono: number;
  readonly life: string;
  readonly truly: number;
}

/** Plays a shift of a phone whose clocks sleep, jump and restart. */
function play(all: readonly Moment[]) {
  let [truly, mono, offset, life, seq] = [NOW, 0, 5_000, 1, 0];
  const taps: True[] = [];
  const samples: ClockSample[] = [];
  for (const { wait, slept, jump, isSample, rtt, isReborn } of all) {
    truly += wait;
    mono += wait * (1 - slept);
    offset += jump;
    if (isReborn) {
      life += 1;
      mono = 0;
    }
    const clocks = { wall: truly + offset, mono, life: String(life) };
    if (isSample) samples.push({ ...clocks, server: truly - rtt, rtt, seq: seq + 1 });
    else taps.push({ ...clocks, seq: (seq += 1), truly });
  }
  return { taps, samples, received: truly };
}

test("a tap never happened outside its bounds, however the phone's clocks slept, jumped and restarted", () => {
  fc.assert(
    fc.property(moments, (all) => {
      const { taps, samples, received } = play(all);
      for (const tap of taps) {
        const { lo, best, hi } = timesOf(tap, samples, received);
        expect(lo).toBeLessThanOrEqual(tap.truly);
        expect(hi).toBeGreaterThanOrEqual(tap.truly);
        expect(lo).toBeLessThanOrEqual(best);
        expect(best).toBeLessThanOrEqual(hi);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("the least time between two taps is never more than truly passed", () => {
  fc.assert(
    fc.property(moments, (all) => {
      const { taps, samples, received } = play(all);
      const timed = taps.map((tap): TimedTap => ({
        ...tap,
        device: "d",
        times: timesOf(tap, samples, received),
      }));
      for (const [nth, second] of timed.entries())
        for (const [before, first] of timed.slice(0, nth).entries()) {
          const passed = (taps[nth]?.truly ?? 0) - (taps[before]?.truly ?? 0);
          expect(leastBetween(first, second)).toBeLessThanOrEqual(passed);
        }
    }),
    { numRuns: 500 },
  );
});

const tap = { seq: 5, wall: NOW + 2 * HOUR_MS, mono: 60_000, life: "a" };
const sample = { life: "a", mono: 0, wall: NOW + HOUR_MS, server: NOW, rtt: 100, seq: 5 };

test("a reading of the same life before the tap tells its time although the wall clock is wrong by an hour", () => {
  const wrong = { ...tap, wall: sample.wall + 60_000 };
  const { lo, best } = timesOf(wrong, [sample], NOW + 8 * HOUR_MS);
  expect(best).toBe(NOW + 60_000);
  expect(best - lo).toBeLessThan(200);
});

test("without a reading the phone's own clock counts, but never beyond the receipt", () => {
  expect(timesOf(tap, [], NOW + 8 * HOUR_MS)).toEqual({ lo: 0, best: tap.wall, hi: NOW + 8 * HOUR_MS });
  expect(timesOf(tap, [], NOW).best).toBe(NOW);
});

test("of one reading that is sent twice one is kept, and of many the newest fifty", () => {
  expect(keptSamples([sample], [sample])).toEqual([sample]);
  const many = Array.from({ length: 70 }, (_, nth) => ({
    ...sample,
    mono: nth,
    server: NOW + nth * MINUTE_MS,
  }));
  const kept = keptSamples(many.slice(0, 40), many.slice(30));
  expect(kept).toHaveLength(50);
  expect(kept[0]?.mono).toBe(69);
});
