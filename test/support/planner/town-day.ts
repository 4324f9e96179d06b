import { Dice } from "#engines/planner/dice.ts";
import type { PlanRequest, PlanResult, PublishedRoute } from "#kernel/plan-request.ts";

/** A town of ten by ten kilometres with a few shops: two-hour windows for most, a break in the middle of each shift. */
export function townDay(seed: number, orders: number, couriers: number): PlanRequest {
  const dice = new Dice(seed);
  const spot = () => [dice.roll() * 10_000, dice.roll() * 10_000] as const;
  const points = Array.from({ length: 5 + orders + couriers }, spot);
  const metres = Int32Array.from({ length: points.length ** 2 }, (_, at) => {
    const [a, b] = [points[Math.floor(at / points.length)], points[at % points.length]];
    return a && b ? Math.ceil(Math.hypot(a[0] - b[0], a[1] - b[1])) : 0;
  });
  return {
    seed,
    travel: { car: { metres, seconds: metres.map((metre) => Math.ceil(metre / 8)) } },
    orders: Array.from({ length: orders }, (_, at) => {
      const from = 3600 * dice.below(6);
      const load = [1 + dice.below(3)];
      const windows = dice.roll() < 0.7 ? [[from, from + 7200] as const] : [];
      return {
        id: `o${at}`,
        pickups: [{ place: dice.below(5), windows: [], service: 120, load }],
        drop: { place: 5 + at, windows, service: 120 + dice.below(180) },
        load,
        skills: [],
        priority: dice.below(10),
      };
    }),
    couriers: Array.from({ length: couriers }, (_, at) => ({
      id: `c${at}`,
      profile: "car",
      start: 5 + orders + at,
      end: at % 2 === 0 ? 5 + orders + at : null,
      shift: [0, 8 * 3600] as const,
      capacity: [12],
      skills: [],
      breaks: [{ window: [3 * 3600, 5 * 3600] as const, duration: 1800 }],
      cost: { fixed: 0, perSecond: 1, perMetre: 0 },
      onBoard: [],
    })),
    weights: { left: 1e6, changeCourier: 0, changeOrder: 0, changeEta: 0 },
  };
}

/** A plan as it is published. */
export const publishedOf = ({ routes }: PlanResult): PublishedRoute[] =>
  routes.map(({ courier, stops }) => ({
    courier,
    locked: 0,
    stops: stops.map(({ order, kind, pickup = 0, start }) => ({ order, kind, pickup, eta: start })),
  }));
