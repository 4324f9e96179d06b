import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import { LEAST_SPREAD_MS, basisOf, isLateRisk, predict as predictDay, statusOf } from "./predict.ts";
import type { RouteAhead } from "./predict.ts";
import { shownOf } from "./shown.ts";

const NOON = Date.UTC(2026, 5, 17, 12);
const stop = (n: number, legS = 300, serviceS = 180) => ({
  taskId: `task ${n}`,
  legS,
  serviceS,
  window: { start: NOON - HOUR_MS, end: NOON + 2 * HOUR_MS },
});
const route = (patch: Partial<RouteAhead> = {}): RouteAhead => ({
  now: NOON,
  seed: "kim 2026-06-17",
  leavesAt: NOON,
  atStop: null,
  stops: [stop(1), stop(2), stop(3)],
  ...patch,
});
const predict = (of: RouteAhead) => predictDay(of).arrivals;
const anyRoute = fc
  .record({
    seed: fc.string(),
    late: fc.integer({ min: 0, max: 3_600 }),
    stops: fc.array(
      fc.record({
        legS: fc.integer({ min: 0, max: 3_600 }),
        serviceS: fc.integer({ min: 0, max: 1_800 }),
        opensS: fc.integer({ min: -7_200, max: 7_200 }),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .map(({ seed, late, stops }) =>
    route({
      seed,
      leavesAt: NOON - late * SECOND_MS,
      stops: stops.map(({ legS, serviceS, opensS }, n) => ({
        ...stop(n, legS, serviceS),
        window: { start: NOON + opensS * SECOND_MS, end: NOON + opensS * SECOND_MS + HOUR_MS },
      })),
    }),
  );

describe("a predicted route", () => {
  test("reaches its stops one after the other, and none in the past", () => {
    fc.assert(
      fc.property(anyRoute, (one) => {
        const arrivals = predict(one);
        for (const [nth, { at, earliest, latest }] of arrivals.entries()) {
          expect(at).toBeGreaterThanOrEqual(arrivals[nth - 1]?.at ?? NOON);
          expect(at - earliest).toBeGreaterThanOrEqual(LEAST_SPREAD_MS);
          expect(latest - at).toBeGreaterThanOrEqual(LEAST_SPREAD_MS);
        }
      }),
    );
  });

  test("is the same for the same seed, and another for another", () => {
    fc.assert(
      fc.property(anyRoute, (one) => {
        expect(predict(one)).toEqual(predict(one));
      }),
    );
    expect(predict(route())).not.toEqual(predict(route({ seed: "another day" })));
  });

  test("never comes earlier by a longer way", () => {
    fc.assert(
      fc.property(anyRoute, fc.nat({ max: 3_600 }), (one, more) => {
        const longer = one.stops.map((each, n) => (n === 0 ? { ...each, legS: each.legS + more } : each));
        const [before, after] = [predict(one), predict({ ...one, stops: longer })];
        for (const [nth, { at, onTime }] of after.entries()) {
          expect(at).toBeGreaterThanOrEqual(before[nth]?.at ?? 0);
          expect(onTime).toBeLessThanOrEqual(before[nth]?.onTime ?? 0);
        }
      }),
    );
  });

  test("drives and serves about as long as the medians say", () => {
    const [first, second] = predict(route());
    expect(Math.abs((first?.at ?? 0) - NOON - 5 * MINUTE_MS)).toBeLessThan(30 * SECOND_MS);
    expect(Math.abs((second?.at ?? 0) - NOON - 13 * MINUTE_MS)).toBeLessThan(MINUTE_MS);
    expect(first?.onTime).toBe(1);
  });

  test("waits until a window opens", () => {
    const opens = NOON + HOUR_MS;
    const [first] = predict(
      route({ stops: [{ ...stop(1), window: { start: opens, end: opens + HOUR_MS } }] }),
    );
    expect(first).toMatchObject({
      at: opens,
      earliest: opens - LEAST_SPREAD_MS,
      latest: opens + LEAST_SPREAD_MS,
    });
  });

  test("counts the rest of the stop at which the courier stands", () => {
    const since = NOON - MINUTE_MS;
    const at = (serviceS: number) =>
      predict(route({ atStop: { taskId: "task 0", since, serviceS } }))[0]?.at ?? 0;
    expect(at(600) - at(60)).toBeGreaterThan(6 * MINUTE_MS);
    expect(predict(route({ atStop: { taskId: "task 0", since, serviceS: 60 } }))[0]?.ahead).toBe(1);
  });

  test("gives low odds for a promise that can hardly be kept", () => {
    const [first] = predict(
      route({ stops: [{ ...stop(1, 1_800), window: { start: NOON, end: NOON + 20 * MINUTE_MS } }] }),
    );
    expect(first?.onTime).toBeLessThan(0.05);
  });
});

test.each([
  [{ onDuty: false, hasBegun: false, positionAt: null }, "not_started", "plan"],
  [{ onDuty: false, hasBegun: true, positionAt: NOON }, "paused", "plan"],
  [{ onDuty: true, hasBegun: true, positionAt: null }, "no_position", "live"],
  [{ onDuty: true, hasBegun: true, positionAt: NOON - 16 * MINUTE_MS }, "no_position", "live"],
  [{ onDuty: true, hasBegun: true, positionAt: NOON - 6 * MINUTE_MS }, "stale", "live"],
  [{ onDuty: true, hasBegun: false, positionAt: NOON - MINUTE_MS }, "available", "live"],
] as const)("%j is %s, by the %s", (watch, status, basis) => {
  expect(statusOf({ now: NOON, ...watch })).toBe(status);
  expect(basisOf(status)).toBe(basis);
});

test("a promise is in danger until its end, not after it", () => {
  expect(isLateRisk(NOON + 2, NOON + 1, NOON)).toBe(true);
  expect(isLateRisk(NOON + 1, NOON + 1, NOON)).toBe(false);
  expect(isLateRisk(NOON + 2, NOON, NOON)).toBe(false);
});

describe("a day with a break", () => {
  const at = (minutes: number): number => NOON + minutes * MINUTE_MS;
  const lunch = { earliest: at(10), latest: at(40), seconds: 1800 };
  const begins = (patch: Partial<RouteAhead>): number[] =>
    predictDay(route(patch)).arrivals.map((one) => Math.round((one.at - NOON) / MINUTE_MS));

  test("rests between two stops once the break may begin", () => {
    const [bare, rested] = [begins({}), begins({ pauses: [lunch] })];
    expect(rested[0]).toBe(bare[0]);
    expect((rested[1] ?? 0) - (bare[1] ?? 0)).toBeLessThanOrEqual(2);
    expect((rested[2] ?? 0) - (bare[2] ?? 0)).toBeGreaterThanOrEqual(29);
  });

  test("rests before a way that would end after the break's latest begin", () => {
    const far = [stop(1, 3_000)];
    expect((begins({ stops: far, pauses: [lunch] })[0] ?? 0) - (begins({ stops: far })[0] ?? 0)).toBe(40);
  });

  test("loses nothing by a break that fits into the wait for a window", () => {
    const opens = { ...stop(1), window: { start: at(60), end: at(120) } };
    expect(begins({ stops: [opens], pauses: [lunch] })).toEqual(begins({ stops: [opens] }));
  });

  test("goes on with the next shift of a split day, and no earlier", () => {
    const gap = { earliest: at(5), latest: at(5), seconds: 0, until: at(120) };
    expect(begins({ pauses: [gap] })[1]).toBeGreaterThanOrEqual(124);
  });

  test("ends later by its break, and has no end without work", () => {
    const end = (patch: Partial<RouteAhead>) => predictDay(route(patch)).end;
    const [bare, rested] = [end({}), end({ pauses: [lunch] })];
    expect((rested?.at ?? 0) - (bare?.at ?? 0)).toBeGreaterThanOrEqual(29 * MINUTE_MS);
    expect(bare?.latest).toBeGreaterThan(bare?.at ?? 0);
    expect(end({ stops: [] })).toBeNull();
  });

  test("never begins a stop earlier than without the break", () => {
    const pause = fc.record({
      earliest: fc.integer({ min: 0, max: 240 }).map(at),
      length: fc.integer({ min: 0, max: 120 }),
      seconds: fc.integer({ min: 300, max: 3_600 }),
    });
    fc.assert(
      fc.property(anyRoute, pause, (one, { earliest, length, seconds }) => {
        const rest = { earliest, latest: earliest + length * MINUTE_MS, seconds };
        const rested = predict({ ...one, pauses: [rest] });
        for (const [nth, before] of predict(one).entries())
          expect(rested[nth]?.at).toBeGreaterThanOrEqual(before.at);
      }),
    );
  });
});

test("somebody's own word holds for its stop, and the ones after it follow", () => {
  const said = NOON + HOUR_MS;
  const [first, second] = predict(route({ stops: [{ ...stop(1), said }, stop(2)] }));
  expect(first).toMatchObject({ at: said, earliest: said - LEAST_SPREAD_MS, latest: said + LEAST_SPREAD_MS });
  expect(second?.at).toBeGreaterThan(said + 5 * MINUTE_MS);
});

describe("an interval for a recipient", () => {
  const near = { earliest: NOON + 2 * MINUTE_MS, latest: NOON + 13 * MINUTE_MS, ahead: 3 };

  test("is rounded outward, more coarsely far away", () => {
    expect(shownOf(near, null)).toMatchObject({ from: NOON, to: NOON + 15 * MINUTE_MS });
    const far = { earliest: NOON + 16 * MINUTE_MS, latest: NOON + 31 * MINUTE_MS, ahead: 4 };
    expect(shownOf(far, null)).toMatchObject({ from: NOON + 15 * MINUTE_MS, to: NOON + 45 * MINUTE_MS });
  });

  test("never gets narrower by rounding", () => {
    const minutes = fc.integer({ min: 0, max: 600 });
    fc.assert(
      fc.property(minutes, minutes, fc.nat({ max: 9 }), (start, more, ahead) => {
        const earliest = NOON + start * 61_000;
        const latest = earliest + more * 61_000;
        const shown = shownOf({ earliest, latest, ahead }, null);
        expect(shown.from).toBeLessThanOrEqual(earliest);
        expect(shown.to).toBeGreaterThanOrEqual(latest);
      }),
    );
  });

  test("stays while the prediction moves by less than five minutes, however often", () => {
    const shown = shownOf(near, null);
    const drift = (ms: number) => ({ ...near, earliest: near.earliest + ms, latest: near.latest + ms });
    const kept = shownOf(drift(4 * MINUTE_MS), shown);
    expect(kept).toBe(shown);
    expect(shownOf(drift(5 * MINUTE_MS), kept)).toMatchObject({
      from: NOON + 5 * MINUTE_MS,
      to: NOON + 20 * MINUTE_MS,
    });
  });

  test("gets finer once the stop is near", () => {
    const far = shownOf({ ...near, ahead: 4 }, null);
    expect(far).toMatchObject({ from: NOON, to: NOON + 15 * MINUTE_MS });
    expect(
      shownOf({ ...near, earliest: NOON + 5 * MINUTE_MS, latest: NOON + 15 * MINUTE_MS }, far),
    ).toMatchObject({ from: NOON + 5 * MINUTE_MS, to: NOON + 15 * MINUTE_MS });
  });
});
