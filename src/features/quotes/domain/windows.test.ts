import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS, fromIso, toIso } from "#kernel/instant.ts";
import { instantAt, localAt } from "#kernel/local-time.ts";
import { lengthMs, overlaps } from "#kernel/window.ts";
import type { OpeningHours } from "#features/places/domain/hours.ts";
import { OFFERED_DAYS, OFFER_GRACE_MS } from "./limits.ts";
import { DEFAULT_LEVELS, LEVEL_TERMS, SERVICE_LEVELS } from "./service-levels.ts";
import { type Reach, type Trip, serviceabilityOf } from "./serviceability.ts";
import { type When, aheadOf, isOffered, offerableWindows, windowsOf } from "./windows.ts";
import { pickupWindowOf } from "./pickup-window.ts";

const BERLIN = "Europe/Berlin";
const daily = (opens: string, closes: string): OpeningHours => ({
  weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens, closes })),
  exceptions: [],
});
const at = (now: string, hours = daily("08:00", "20:00"), zone = BERLIN): When => ({
  hours,
  zone,
  now: fromIso(now),
});
const startsOf = (code: keyof typeof LEVEL_TERMS, when: When) =>
  windowsOf(LEVEL_TERMS[code], when).map(({ window }) => localAt(window.start, when.zone).time);

describe("windows on offer", () => {
  const saturdayNoon = at("2026-11-21T11:02:00Z");
  test("within the hour: the next whole five minutes", () => {
    expect(
      windowsOf(LEVEL_TERMS.asap_60, saturdayNoon).map(({ window }) => [
        toIso(window.start),
        lengthMs(window),
      ]),
    ).toEqual([["2026-11-21T11:20:00.000Z", 45 * MINUTE_MS]]);
    expect(startsOf("asap_60", at("2026-11-21T18:30:00Z"))).toEqual([]);
    expect(startsOf("asap_60", at("2026-11-21T06:00:00Z"))).toEqual([]);
  });
  test("today: windows side by side, two hours ahead, until the last booking time", () => {
    expect(startsOf("same_day", saturdayNoon)).toEqual(["16:00", "18:00"]);
    expect(startsOf("same_day", at("2026-11-21T14:59:00Z"))).toEqual(["18:00"]);
    expect(startsOf("same_day", at("2026-11-21T15:00:00Z"))).toEqual([]);
  });
  test("tomorrow: four hours each, bookable until eight in the evening", () => {
    expect(startsOf("next_day", saturdayNoon)).toEqual(["08:00", "12:00", "16:00"]);
    expect(startsOf("next_day", at("2026-11-21T19:00:00Z"))).toEqual([]);
  });
  test("by the hour for a week, and not on days that are closed", () => {
    const holiday = {
      ...daily("08:00", "20:00"),
      exceptions: [{ date: "2026-11-23", closed: true, opens: null, closes: null, note: "" }],
    };
    const dates = windowsOf(LEVEL_TERMS.scheduled, at("2026-11-21T11:02:00Z", holiday)).map(
      (one) => one.date,
    );
    expect(new Set(dates).size).toBe(OFFERED_DAYS - 1);
    expect(dates).not.toContain("2026-11-23");
  });
});

describe("the daylight-saving nights", () => {
  const night = (date: string, zone = BERLIN) =>
    windowsOf(
      { ...LEVEL_TERMS.scheduled, leadMs: 0, toDay: 0 },
      { hours: daily("00:00", "06:00"), zone, now: instantAt(date, "00:00", zone) },
    );
  test("have five and seven windows of exactly one hour in Berlin", () => {
    for (const [date, count] of [
      ["2026-03-29", 5],
      ["2026-10-25", 7],
      ["2026-11-21", 6],
    ] as const) {
      expect(night(date).map(({ window }) => lengthMs(window))).toEqual(
        Array.from({ length: count }, () => HOUR_MS),
      );
    }
    expect(night("2026-03-29").map(({ window }) => localAt(window.start, BERLIN).time)).toEqual([
      "00:00",
      "01:00",
      "03:00",
      "04:00",
      "05:00",
    ]);
    expect(night("2026-10-25").map(({ window }) => localAt(window.start, BERLIN).time)).toEqual([
      "00:00",
      "01:00",
      "02:00",
      "02:00",
      "03:00",
      "04:00",
      "05:00",
    ]);
  });
  test("on Lord Howe Island lose or gain half an hour", () => {
    expect([
      night("2026-10-04", "Australia/Lord_Howe").length,
      night("2026-04-05", "Australia/Lord_Howe").length,
    ]).toEqual([5, 6]);
  });
  test("a last booking time means the clock on the wall", () => {
    const before = at("2026-03-29T13:59:00Z");
    const after = at("2026-03-29T14:00:00Z");
    expect([startsOf("same_day", before).length > 0, startsOf("same_day", after).length]).toEqual([true, 0]);
  });
});

test("whatever is offered lies ahead, in opening hours, apart from its neighbours, and can be booked", () => {
  const moment = fc.integer({ min: Date.UTC(2026, 0) / MINUTE_MS, max: Date.UTC(2027, 0) / MINUTE_MS });
  fc.assert(
    fc.property(
      moment,
      fc.constantFrom(BERLIN, "Australia/Lord_Howe", "America/New_York"),
      (minute, zone) => {
        const when: When = { hours: daily("07:30", "22:15"), zone, now: minute * MINUTE_MS };
        const offered = offerableWindows(when);
        for (const code of SERVICE_LEVELS) {
          const mine = offered.filter((one) => one.serviceLevel === code);
          const terms = LEVEL_TERMS[code];
          expect(
            mine.every(
              ({ window }) => window.start >= when.now + terms.leadMs && lengthMs(window) === terms.windowMs,
            ),
          ).toBe(true);
          expect(mine.some(({ window }, i) => i > 0 && overlaps(window, mine[i - 1]?.window ?? window))).toBe(
            false,
          );
          expect(
            mine.every(({ window }) =>
              isOffered(terms, window, { ...when, now: when.now + OFFER_GRACE_MS / 2 }),
            ),
          ).toBe(true);
        }
        for (const { window } of offered)
          expect(pickupWindowOf(window, when.now).start).toBeLessThan(pickupWindowOf(window, when.now).end);
      },
    ),
    { numRuns: 60 },
  );
});

test("a window is offered exactly where it was among the offered ones within the last minutes", () => {
  const nudge = fc.constantFrom(0, 0, 0, -60, -5, 5, 60);
  const hours: OpeningHours = {
    weekly: [1, 2, 3, 5, 6].flatMap((weekday) => [
      { weekday, opens: "07:30", closes: "12:00" },
      { weekday, opens: "13:20", closes: "24:00" },
    ]),
    exceptions: [{ date: "2026-03-30", closed: true, opens: null, closes: null, note: "" }],
  };
  const found: [number, number] = [0, 0];
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2026, 2, 26), max: Date.UTC(2026, 3, 2) }),
      fc.constantFrom(...SERVICE_LEVELS),
      fc.nat(),
      fc.record({ ago: fc.integer({ min: -30, max: 30 }), start: nudge, end: nudge }),
      fc.constantFrom(undefined, 36 * HOUR_MS),
      (now, code, nth, moved, aheadMs) => {
        const [terms, zone] = [LEVEL_TERMS[code], BERLIN];
        const when: When = { hours, zone, now, ...(aheadMs !== undefined && { aheadMs }) };
        const near = windowsOf(terms, { ...when, now: now + moved.ago * MINUTE_MS });
        const { start, end } = near[nth % near.length]?.window ?? { start: now, end: now + HOUR_MS };
        const window = { start: start + moved.start * MINUTE_MS, end: end + moved.end * MINUTE_MS };
        const moments = [0, 5, 10, 15, 20].map((ago) => now - Math.min(ago * MINUTE_MS, OFFER_GRACE_MS));
        const among = moments.some((then) =>
          windowsOf(terms, { ...when, now: then }).some(
            (one) => one.window.start === window.start && one.window.end === window.end,
          ),
        );
        expect(isOffered(terms, window, when)).toBe(among);
        found[among ? 1 : 0] += 1;
      },
    ),
    { numRuns: 3_000 },
  );
  expect(Math.min(...found)).toBeGreaterThan(200);
});

describe("what we can do", () => {
  const polygon = {
    type: "Polygon",
    coordinates: [
      [
        [13, 52],
        [14, 52],
        [14, 53],
        [13, 53],
        [13, 52],
      ],
    ],
  } as const;
  const when = at("2026-11-21T11:02:00Z");
  const reach: Reach = { ...when, polygon, maxDistanceM: 25_000, maxMassG: 30_000, levels: DEFAULT_LEVELS };
  const window = windowsOf(LEVEL_TERMS.same_day, when)[0]?.window ?? { start: 0, end: 1 };
  const trip: Trip = {
    pickup: { lon: 13.4, lat: 52.5 },
    dropoff: { lon: 13.5, lat: 52.5 },
    distanceM: 9_000,
    massG: 5_000,
    parcels: 1,
    serviceLevel: "same_day",
    window,
  };
  const codes = (change: Partial<Trip>, other: Partial<Reach> = {}) => {
    const answer = serviceabilityOf({ ...trip, ...change }, { ...reach, ...other });
    return answer.ok ? [] : answer.reasons.map((reason) => `${reason.field} ${reason.code}`);
  };
  const local = (date: string, from: string, to: string) => ({
    start: instantAt(date, from, BERLIN),
    end: instantAt(date, to, BERLIN),
  });

  test("an ordinary trip is fine", () => {
    expect(serviceabilityOf(trip, reach)).toEqual({ ok: true });
  });
  test("every reason comes at once, each at its field", () => {
    const far = { lon: 15, lat: 52.5 };
    expect(
      codes({
        pickup: far,
        dropoff: { lon: 15.1, lat: 52.5 },
        distanceM: 90_000,
        massG: 900_000,
        window: local("2026-11-22", "03:00", "05:00"),
      }),
    ).toEqual([
      "pickup outside-area",
      "dropoff outside-area",
      "dropoff too-far",
      "parcels too-heavy",
      "window closed-then",
    ]);
  });
  test("the tighter of area and service level counts", () => {
    expect(codes({ distanceM: 20_001 })).toEqual(["dropoff too-far"]);
    expect(codes({ distanceM: 20_000 }, { maxDistanceM: 10_000 })).toEqual(["dropoff too-far"]);
    expect(codes({ massG: 30_001 })).toEqual(["parcels too-heavy"]);
  });
  test("a window that ends later than a card surely holds its price is too far ahead, and not offered", () => {
    const scheduled = (date: string, from: string, to: string, takesCards = true) =>
      codes({ serviceLevel: "scheduled", window: local(date, from, to) }, aheadOf(takesCards));
    expect(scheduled("2026-11-27", "10:00", "11:00")).toEqual([]);
    expect(scheduled("2026-11-27", "18:00", "19:00")).toEqual(["window too-far-ahead"]);
    expect(scheduled("2026-12-04", "10:00", "11:00")).toEqual(["window too-far-ahead"]);
    expect(scheduled("2026-12-04", "22:00", "23:00")).toEqual(["window closed-then"]);
    // Cash and invoices hold nothing.
    expect(scheduled("2026-11-27", "18:00", "19:00", false)).toEqual([]);
    expect(scheduled("2026-12-04", "10:00", "11:00", false)).toEqual(["window closed-then"]);
  });
  test("too late today is not the same as closed", () => {
    expect(codes({ window: local("2026-11-21", "12:00", "14:00") })).toEqual(["window too-late-today"]);
    expect(codes({ window: local("2026-11-21", "20:00", "22:00") })).toEqual(["window closed-then"]);
    expect(codes({ window: local("2026-11-21", "06:00", "08:00") })).toEqual([
      "window closed-then",
      "window too-late-today",
    ]);
    expect(codes({}, { now: fromIso("2026-11-21T15:30:00Z") })).toEqual(["window too-late-today"]);
  });
  test("a window of our own making is not on offer", () => {
    expect(codes({ window: { start: window.start + MINUTE_MS, end: window.end + MINUTE_MS } })).toEqual([
      "window closed-then",
    ]);
  });
  test("who reads for some minutes can still book", () => {
    const asap = windowsOf(LEVEL_TERMS.asap_60, when)[0]?.window ?? window;
    const later = (minutes: number) =>
      codes(
        { serviceLevel: "asap_60", distanceM: 3_000, window: asap },
        { now: when.now + minutes * MINUTE_MS },
      );
    expect([later(0), later(9), later(30)]).toEqual([[], [], ["window too-late-today"]]);
  });
});
