import { expect, test } from "vitest";
import { checkPriceList } from "#features/quotes/domain/check-price-list.ts";
import { priceOf } from "#features/quotes/domain/price.ts";
import { isSound } from "#features/places/domain/outline.ts";
import { contains, distanceM } from "#kernel/geo.ts";
import { firstRules } from "./first-prices.ts";
import { ringAround } from "./ring-around.ts";
import { missingSteps, SETUP_STEPS, stateOf } from "./steps.ts";

const EMPTY = { hasArea: false, openings: 0, vehicles: 0, people: 1, hasOwnPrices: false };
const none = new Set<string>();

test("nothing is done in an empty organisation", () => {
  expect(SETUP_STEPS.map((step) => stateOf(step, EMPTY, none))).toEqual(SETUP_STEPS.map(() => "open"));
  expect(missingSteps(EMPTY, none)).toEqual(["area", "hours", "price"]);
});

test("a step that makes nothing is done once it was left; one that makes something is left without it", () => {
  const passed = new Set(["name", "vehicles"]);
  expect(stateOf("name", EMPTY, passed)).toBe("done");
  expect(stateOf("vehicles", EMPTY, passed)).toBe("left");
  expect(stateOf("vehicles", { ...EMPTY, vehicles: 1 }, none)).toBe("done");
});

test("prices may stay as they came, area and hours may not be left out", () => {
  expect(missingSteps(EMPTY, new Set(["area", "hours", "price"]))).toEqual(["area", "hours"]);
  expect(missingSteps({ ...EMPTY, hasArea: true, openings: 5 }, new Set(["price"]))).toEqual([]);
});

test.each([
  { lon: 13.405, lat: 52.52 },
  { lon: -70.65, lat: -33.45 },
  { lon: 25.47, lat: 65.01 },
])(
  "a ring around a centre is an outline with the centre inside, each corner as far away as was said",
  (centre) => {
    const ring = ringAround(centre, 5_000);
    expect(isSound(ring)).toBe(true);
    expect(contains(ring, centre)).toBe(true);
    for (const [lon, lat] of ring.coordinates[0] ?? [])
      expect(Math.abs(distanceM(centre, { lon, lat }) - 5_000)).toBeLessThan(30);
  },
);

test("the first prices are a sound list that charges base, started kilometres, later work and tax", () => {
  const rules = firstRules(
    { base: 490, perKm: 110, taxBasisPoints: 1_900, chargesLater: true },
    "Per started km",
  );
  const list = { version: 1, currency: "EUR", rules };
  expect(checkPriceList(list, [])).toEqual([]);
  const facts = {
    serviceLevel: "scheduled" as const,
    zoneFrom: null,
    zoneTo: null,
    distanceM: 4_200,
    massG: 1_000,
    parcels: 1,
    weekday: 3,
    timeOfDay: "14:00",
    leadMin: 0,
    specialDay: false,
  };
  const { total, later } = priceOf(facts, list);
  expect(total.minor).toBe(Math.round((490 + 5 * 110) * 1.19));
  expect([later?.extraAttempt.minor, later?.return.minor]).toEqual([
    Math.round(245 * 1.19),
    Math.round(490 * 1.19),
  ]);
  const bare = firstRules({ base: 490, perKm: 0, taxBasisPoints: 0, chargesLater: false }, "");
  expect(bare.map(({ id }) => id)).toEqual(["base"]);
});
