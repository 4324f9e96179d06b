import type { PlanJob } from "#server/planning/planner.ts";

/** A day of two-hour windows and couriers on bicycles, without travel: its places are points. */
export function dayOf(orders: number, couriers: number): PlanJob {
  const points = Array.from({ length: orders + couriers + 3 }, (_, at) => ({
    lon: 10.9 + ((at * 37) % 61) / 1000,
    lat: 50 + ((at * 53) % 59) / 1000,
  }));
  return {
    points,
    request: {
      seed: 1,
      orders: Array.from({ length: orders }, (_, at) => ({
        id: `o${at}`,
        pickups: [{ place: at % 3, windows: [], service: 120, load: [1] }],
        drop: { place: 3 + at, windows: [[(at % 4) * 3600, (at % 4) * 3600 + 7200]], service: 180 },
        load: [1],
        skills: [],
        priority: 0,
      })),
      couriers: Array.from({ length: couriers }, (_, at) => ({
        id: `c${at}`,
        profile: "bicycle",
        start: 3 + orders + at,
        end: null,
        shift: [0, 8 * 3600] as const,
        capacity: [10],
        skills: [],
        breaks: [],
        cost: { fixed: 0, perSecond: 1, perMetre: 0 },
        onBoard: [],
      })),
      weights: { left: 1e6, changeCourier: 0, changeOrder: 0, changeEta: 0 },
    },
  };
}
