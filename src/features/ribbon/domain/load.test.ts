import * as fc from "fast-check";
import { expect, test } from "vitest";
import { loadSteps, type LoadStop, peakOf } from "./load.ts";

const ROOM = { parcels: 10, massG: 20_000 };
const one = (deliveryId: string, at: number, takes: boolean, more: Partial<LoadStop> = {}): LoadStop => ({
  deliveryId,
  at,
  takes,
  parcels: 2,
  massG: 1000,
  ...more,
});
const shares = (stops: LoadStop[]) => loadSteps(0, stops, ROOM).map(({ share }) => share);

test("what is given away without being taken lies on board now", () => {
  expect(shares([one("a", 10, true), one("b", 20, false), one("a", 30, false)])).toEqual([0.2, 0.4, 0.2, 0]);
});

test("the scarcer of parcels and mass counts, and more than fits is said", () => {
  expect(peakOf(loadSteps(0, [one("a", 10, true, { massG: 25_000 })], ROOM))).toBe(1.25);
});

test("nothing is given away that is not on board", () => {
  expect(shares([one("a", 10, false), one("a", 20, true)])).toEqual([0, 0.2]);
});

test("no load is below nothing, and a day on which all is delivered ends empty", () => {
  const trips = fc.uniqueArray(
    fc.record({
      id: fc.string(),
      from: fc.nat(100),
      to: fc.integer({ min: 101, max: 200 }),
      parcels: fc.nat(4),
      massG: fc.nat(9000),
    }),
    { selector: ({ id }) => id },
  );
  fc.assert(
    fc.property(trips, (all) => {
      const found = shares(
        all.flatMap(({ id, from, to, ...load }) => [one(id, from, true, load), one(id, to, false, load)]),
      );
      expect(Math.min(...found)).toBeGreaterThanOrEqual(0);
      expect(found.at(-1)).toBe(0);
    }),
  );
});
