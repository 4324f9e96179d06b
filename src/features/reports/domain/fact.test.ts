import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Zone } from "#features/zones/domain/zone.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { type CountedDelivery, type EndedTask, factsOf } from "./fact.ts";
import { FIGURE } from "./figures.ts";
import { NO_SUMS, type Sums, addSums, groupsOf } from "./sums.ts";
import { waysOf } from "./way.ts";

const TIMEZONE = "Europe/Berlin";
const TEN = Date.parse("2026-06-17T08:00:00Z");
const end = (postcode: string | null, lon = 13.4) => ({ postcode, city: "Town", point: { lon, lat: 52.5 } });

const task = (changes: Partial<EndedTask> = {}): EndedTask => ({
  id: "t1",
  kind: "deliver",
  state: "succeeded",
  courierId: "kim",
  arrivedAt: TEN,
  endedAt: TEN + 5 * MINUTE_MS,
  reason: null,
  ...changes,
});
const delivery = (changes: Partial<CountedDelivery> = {}): CountedDelivery => ({
  id: "d1",
  orderId: "o1",
  version: 3,
  state: "delivered",
  windowStart: TEN - 60 * MINUTE_MS,
  windowEnd: TEN + 60 * MINUTE_MS,
  level: "same_day",
  pickup: end("10001"),
  dropoff: end("10002"),
  priceMinor: 900,
  currency: "EUR",
  tasks: [task()],
  ...changes,
});
const box = (code: string, west: number, east: number): Zone => ({
  code,
  name: code.toUpperCase(),
  colour: "blue",
  polygon: {
    type: "Polygon",
    coordinates: [
      [
        [west, 52.4],
        [east, 52.4],
        [east, 52.6],
        [west, 52.6],
        [west, 52.4],
      ],
    ],
  },
});
/** A hole within a zone, which is asked before it, and a neighbour with which it shares a border. */
const ZONES = [box("hole", 13.41, 13.42), box("town", 13.4, 13.5), box("next", 13.5, 13.6)];
const BY = { timezone: TIMEZONE, zones: { version: 7, zones: ZONES } };
const factOf = (changes: Partial<CountedDelivery>) => factsOf(delivery(changes), BY).delivery;

test("a long area is cut between its characters", () => {
  const { area } = factOf({ dropoff: end(`${"a".repeat(59)}😀😀`) });
  expect(area).toBe(`${"a".repeat(59)}😀`);
});

describe("the zone of a place", () => {
  test.each([
    ["within one", 13.45, "town"],
    ["in a hole, which is a zone before it", 13.415, "hole"],
    ["on the border of the hole", 13.42, "hole"],
    ["on the outer border", 13.4, "town"],
    ["on a border of two, of which the first counts", 13.5, "town"],
    ["outside all of them", 13.39, ""],
  ])("%s", (_what, lon, zone) => {
    expect(factOf({ dropoff: end("10002", lon) })).toMatchObject({ zone, zonesVersion: 7 });
  });

  test("is none before zones are drawn", () => {
    const none = { timezone: TIMEZONE, zones: { version: 0, zones: [] } };
    expect(factsOf(delivery(), none).delivery).toMatchObject({ zone: "", zonesVersion: 0 });
  });

  test("of a try to deliver is the recipient's, of every other the sender's", () => {
    const kinds = ["collect", "deliver", "return"] as const;
    const { tries } = factsOf(
      delivery({
        pickup: end("10001", 13.55),
        dropoff: end("10002", 13.45),
        tasks: kinds.map((kind) => task({ id: kind, kind })),
      }),
      BY,
    );
    expect(tries.map(({ zone, lon }) => [zone, lon])).toEqual([
      ["next", 13.55],
      ["town", 13.45],
      ["next", 13.55],
    ]);
  });
});

describe("the promise of a delivery", () => {
  test.each([
    ["handed over a moment before its end", TEN + 60 * MINUTE_MS - 1, "on_time"],
    ["handed over at its end", TEN + 60 * MINUTE_MS, "late"],
    ["handed over before it begins", TEN - 90 * MINUTE_MS, "on_time"],
  ])("%s", (_what, endedAt, promise) => {
    expect(factOf({ tasks: [task({ endedAt })] })).toMatchObject({ promise, deliveredAt: endedAt });
  });

  test.each([
    ["returned", "missed"],
    ["lost", "missed"],
    ["disposed", "missed"],
    ["cancelled", "cancelled"],
    ["attempt_failed", "open"],
    ["returning", "open"],
    ["created", "open"],
  ])("of one that is %s is %s", (state, promise) => {
    expect(factOf({ state, tasks: [task({ state: "failed", reason: "refused" })] })).toMatchObject({
      promise,
      deliveredAt: null,
    });
  });

  test("a correction is what counts, whatever was said before", () => {
    const failed = task({ state: "failed", reason: "refused" });
    expect(factOf({ state: "attempt_failed", tasks: [failed] }).promise).toBe("open");
    expect(factOf({ tasks: [task()] }).promise).toBe("on_time");
  });
});

test("tries are counted by kind, with the stay where the arrival is known", () => {
  const { tries } = factsOf(
    delivery({
      tasks: [
        task({ id: "c", kind: "collect", arrivedAt: null }),
        task({ id: "a", state: "failed", reason: "recipient_absent" }),
        task({ id: "b", arrivedAt: TEN + 5 * MINUTE_MS }),
        task({ id: "unknown", endedAt: null }),
      ],
    }),
    BY,
  );
  expect(tries.map(({ taskId, nth, area, reason, stopS }) => [taskId, nth, area, reason, stopS])).toEqual([
    ["c", 1, "10001", null, null],
    ["a", 1, "10002", "recipient_absent", 300],
    ["b", 2, "10002", null, null],
  ]);
});

/** The wall clock as a person reads it, without our own calendar. */
const wall = (at: number) => {
  const parts = new Intl.DateTimeFormat("sv-SE", {
    timeZone: TIMEZONE,
    dateStyle: "short",
    timeStyle: "short",
  });
  const [day = "", time = ""] = parts.format(at).split(" ");
  return { day, hour: Number(time.slice(0, 2)) };
};

test("days and hours are those of the wall clock, also at midnight and when the clocks change", () => {
  const nights = [
    "2026-03-29T00:30:00Z",
    "2026-10-25T00:30:00Z",
    "2026-06-17T21:59:59Z",
    "2026-12-31T22:59:59Z",
  ];
  const near = fc.tuple(fc.constantFrom(...nights), fc.integer({ min: -180, max: 180 }));
  fc.assert(
    fc.property(near, ([night, minutes]) => {
      const at = Date.parse(night) + minutes * MINUTE_MS;
      const facts = factsOf(
        delivery({ windowStart: at, windowEnd: at + 1, tasks: [task({ endedAt: at })] }),
        BY,
      );
      expect(facts.delivery).toMatchObject(wall(at));
      expect(facts.tries[0]).toMatchObject(wall(at));
    }),
  );
});

test("ways lead from stop to stop in the order of their ends, however they came in", () => {
  const stop = (taskId: string, minute: number, lon: number) => ({
    taskId,
    endedAt: TEN + minute * MINUTE_MS,
    lon,
    lat: 0,
  });
  const stops = [stop("c", 20, 0.02), stop("a", 0, 0), stop("b", 10, 0.01)];
  const metres = new Map(waysOf(stops).map((way) => [way.taskId, way.metres]));
  expect([metres.get("a"), metres.get("b"), metres.get("c")]).toEqual([null, 1557, 1557]);
  expect(waysOf([...stops].reverse())).toEqual(waysOf(stops));
});

describe("figures", () => {
  const sums = (some: Partial<Sums>): Sums => ({ ...NO_SUMS, ...some });
  test("nothing to divide by is no figure, never zero", () => {
    const divided = Object.values(FIGURE).filter(({ unit }) => unit !== "count");
    expect(divided.map(({ of }) => of(NO_SUMS))).toEqual(divided.map(() => null));
  });

  test("an open promise is neither kept nor broken", () => {
    expect(FIGURE["on-time"].of(sums({ onTime: 3, late: 1, open: 9 }))).toBe(0.75);
    expect(FIGURE["on-time"].of(sums({ onTime: 3, late: 1, missed: 2 }))).toBe(0.5);
  });

  test("the groups of one way to divide add up to the whole, whatever came in which order", () => {
    const count = fc.nat({ max: 50 });
    const row = fc.record({
      part: fc.constantFrom("now" as const, "before" as const),
      key: fc.constantFrom("a", "b", ""),
      sums: fc.record({ onTime: count, late: count, tries: count, metres: count }),
    });
    fc.assert(
      fc.property(fc.array(row), (found) => {
        const rows = found.flatMap((one) => [
          { ...one, by: "area" as const },
          { ...one, by: "all" as const, key: "" },
        ]);
        const groups = groupsOf(rows);
        const total = groups
          .filter(({ by }) => by === "area")
          .reduce((all, one) => addSums(all, one.now), NO_SUMS);
        expect(groups.find(({ by }) => by === "all")?.now).toEqual(total);
        expect(groupsOf(rows.toReversed()).find(({ by }) => by === "all")?.now).toEqual(total);
      }),
    );
  });
});
