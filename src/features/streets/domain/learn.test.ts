import { expect, test } from "vitest";
import { ENOUGH_LEGS, type Leg, learnSpeeds } from "./learn.ts";

const TRUE = { fast: 1.1, main: 1.5, side: 0.9 };

function legsOf(count: number, disturb: (leg: Leg, i: number) => Leg = (leg) => leg): Leg[] {
  return Array.from({ length: count }, (_, i) => {
    const byMap = { fast: i % 5 === 0 ? 300 : 0, main: 60 + ((i * 37) % 200), side: 40 + ((i * 53) % 240) };
    const took = byMap.fast * TRUE.fast + byMap.main * TRUE.main + byMap.side * TRUE.side;
    return disturb({ profile: "car", byMap, took }, i);
  });
}
const factorsOf = (legs: readonly Leg[]) =>
  Object.fromEntries(learnSpeeds(legs).map((learned) => [learned.class, learned.factor]));

test("the speed of each class of road is learned, also where every leg drives several", () => {
  const { main, side, fast } = factorsOf(legsOf(400));
  expect(main).toBeCloseTo(1.5, 1);
  expect(side).toBeCloseTo(0.9, 1);
  expect(fast).toBeCloseTo(1.1, 1);
});

test("a fifth of legs with a break or a wrong clock change little", () => {
  const { main, side } = factorsOf(
    legsOf(400, (leg, i) => (i % 5 === 1 ? { ...leg, took: leg.took * (i % 2 === 0 ? 3 : 0.2) } : leg)),
  );
  expect(Math.abs((main ?? 0) - 1.5)).toBeLessThanOrEqual(0.2);
  expect(Math.abs((side ?? 0) - 0.9)).toBeLessThanOrEqual(0.2);
});

test("nothing is learned from few legs, and nothing beyond double the time", () => {
  expect(learnSpeeds(legsOf(ENOUGH_LEGS - 1))).toEqual([]);
  const slow = legsOf(200, (leg) => ({ ...leg, took: leg.took * 2.6 }));
  for (const { factor } of learnSpeeds(slow)) expect(factor).toBeLessThanOrEqual(2);
});

test("vehicles learn apart from each other", () => {
  const learned = learnSpeeds([...legsOf(200), ...legsOf(20).map((leg) => ({ ...leg, profile: "foot" }))]);
  expect(new Set(learned.map(({ profile }) => profile))).toEqual(new Set(["car"]));
});
