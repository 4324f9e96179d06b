import { Dice } from "#engines/planner/dice.ts";
import type { Courier, Order, PlanRequest, PublishedRoute, Stop, Window } from "#kernel/plan-request.ts";

const PLACES = 9;

/** A small case with everything that a plan may hold: windows, breaks, skills, open ends, stays, rides, prices of change. */
export function smallCase(seed: number, size = 4): PlanRequest {
  const dice = new Dice(seed);
  const between = (from: number, to: number): number => from + dice.below(to - from + 1);
  const chance = (share: number): boolean => dice.roll() < share;
  const seconds = closed(
    Int32Array.from({ length: PLACES ** 2 }, (_, at) => (at % (PLACES + 1) === 0 ? 0 : between(60, 900))),
  );
  const metres = seconds.map((s) => s * 7);
  const window = (): Window => {
    const from = between(0, 5000);
    return [from, from + between(600, 4000)];
  };
  const stop = (): Stop => {
    const first = window();
    const windows = chance(0.3)
      ? []
      : chance(0.2)
        ? [first, [first[1] + 900, first[1] + 2700] as const]
        : [first];
    return {
      place: dice.below(PLACES),
      windows,
      service: between(0, 300),
      ...(chance(0.2) ? { lateCost: between(1, 5) } : {}),
    };
  };
  const orders = Array.from({ length: between(2, size) }, (_, at): Order => {
    const load = [between(1, 4)];
    return {
      id: `o${at}`,
      pickups: [{ ...stop(), load }],
      drop: stop(),
      load,
      skills: chance(0.2) ? ["cold"] : [],
      priority: between(0, 20),
      ...(chance(0.15) ? { maxRide: between(900, 3000) } : {}),
      ...(chance(0.15) ? { releaseAt: between(0, 2000) } : {}),
      ...(chance(0.1) ? { forbid: ["c0"] } : {}),
    };
  });
  const couriers = Array.from({ length: between(1, 2) }, (_, at): Courier => ({
    id: `c${at}`,
    profile: "car",
    start: dice.below(PLACES),
    end: chance(0.4) ? null : dice.below(PLACES),
    shift: [0, between(5000, 10_000)],
    capacity: [between(4, 8)],
    skills: chance(0.7) ? ["cold"] : [],
    breaks: chance(0.4)
      ? [{ window: [between(1000, 2500), between(3000, 5000)], duration: between(300, 900) }]
      : [],
    ...(chance(0.1) ? { maxStops: 4 } : {}),
    cost: { fixed: between(0, 500), perSecond: 1, perMetre: chance(0.3) ? 0.01 : 0 },
    onBoard: [],
  }));
  const changes = {
    changeCourier: between(0, 600),
    changeOrder: between(0, 300),
    changeEta: chance(0.5) ? 0.1 : 0,
  };
  const weights = {
    left: 20_000,
    ...(chance(0.3) ? changes : { changeCourier: 0, changeOrder: 0, changeEta: 0 }),
  };
  const wishes = {
    ...(chance(0.2) ? { travel: between(1, 4) / 2 } : {}),
    ...(chance(0.2) ? { late: between(0, 6) / 2 } : {}),
    ...(chance(0.2) ? { margin: { seconds: between(0, 1800), price: between(1, 4) / 2 } } : {}),
    ...(chance(0.3) ? { fairness: between(1, 8) / 2 } : {}),
  };
  const request: PlanRequest = {
    seed,
    travel: { car: { seconds, metres } },
    couriers,
    orders,
    weights: { ...weights, ...wishes },
  };
  if (weights.changeCourier === 0) return request;
  const published = publishedIn(request, dice);
  return chance(0.5) ? withStaying({ ...request, published }) : { ...request, published };
}

/** The first published order stays where it is; it has no windows and the shift is long, so that it can. */
function withStaying(request: PlanRequest): PlanRequest {
  const [first] = request.published ?? [];
  const staying = first?.stops[0]?.order;
  return {
    ...request,
    couriers: request.couriers.map((one) => ({ ...one, shift: [0, 12_000] as const })),
    orders: request.orders.map((order) => {
      if (order.id !== staying) return order;
      const { maxRide: _, releaseAt: __, pickups, drop, ...rest } = order;
      return {
        ...rest,
        pickups: pickups.map((one) => ({ ...one, windows: [] })),
        drop: { ...drop, windows: [] },
      };
    }),
    published: (request.published ?? []).map((route) => ({
      ...route,
      stops: route.stops.map((stop) =>
        stop.order === staying ? { ...stop, stays: true, etaPrice: 0.5 } : stop,
      ),
    })),
  };
}

/** A few published stops of the first courier, one order after the other. */
function publishedIn({ orders }: PlanRequest, dice: Dice): PublishedRoute[] {
  const taken = orders.filter(({ forbid, skills }) => !forbid && skills.length === 0).slice(0, 2);
  let eta = 600;
  const stops = taken.flatMap(({ id }) =>
    (["pickup", "drop"] as const).map((kind) => ({
      order: id,
      kind,
      pickup: 0,
      eta: (eta += 500 + dice.below(500)),
    })),
  );
  return [{ courier: "c0", stops, locked: 0 }];
}

/** The least seconds between all places: no way is shorter by a third place. */
function closed(seconds: Int32Array): Int32Array {
  const at = (from: number, to: number): number => seconds[from * PLACES + to] ?? 0;
  for (let via = 0; via < PLACES; via++)
    for (let from = 0; from < PLACES; from++)
      for (let to = 0; to < PLACES; to++)
        seconds[from * PLACES + to] = Math.min(at(from, to), at(from, via) + at(via, to));
  return seconds;
}
