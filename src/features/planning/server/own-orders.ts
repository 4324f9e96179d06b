import type { Order, PlanResult, Stop } from "#kernel/plan-request.ts";
import type { Point } from "#kernel/geo.ts";
import type { PlanJob } from "#server/planning/planner.ts";
import type { PlanFile } from "../contract/own-plan.ts";

/** Longest plan, from the earliest shift's start. */
const MAX_DAYS = 14;

/** A field of the plan is against another one. */
export class PlanFault extends Error {
  readonly field: string;

  constructor(field: string, why: string) {
    super(`${field}: ${why}`);
    this.field = field;
  }
}

/** @returns the job and the moment that its seconds count from @throws PlanFault */
export function jobOf(file: PlanFile): { job: PlanJob; from: number } {
  const from = Math.min(...file.couriers.map(({ shift }) => Date.parse(shift.from)));
  const places = new Map<string, { index: number; point: Point }>();
  const placeOf = (at: Point): number => {
    const key = `${at.lon} ${at.lat}`;
    const known = places.get(key) ?? { index: places.size, point: at };
    places.set(key, known);
    return known.index;
  };
  const second = (text: string, field: string): number => {
    const seconds = Math.round((Date.parse(text) - from) / 1000);
    if (Math.abs(seconds) > MAX_DAYS * 86_400)
      throw new PlanFault(field, `more than ${MAX_DAYS} days from the first shift`);
    return seconds;
  };
  const windowOf = (one: { from: string; to: string }, field: string) => {
    const [start, end] = [second(one.from, field), second(one.to, field)];
    if (end < start) throw new PlanFault(field, "ends before it begins");
    return [start, end] as const;
  };
  const stopOf = (one: PlanFile["orders"][number]["drop"], field: string): Stop => ({
    place: placeOf(one.point),
    windows: one.windows
      .map((open, at) => windowOf(open, `${field}.windows.${at}`))
      .toSorted(([a], [b]) => a - b),
    service: Math.round(one.serviceMinutes * 60),
    ...(one.latePerMinute === undefined ? {} : { lateCost: one.latePerMinute }),
  });
  unique(file.couriers, "couriers");
  unique(file.orders, "orders");
  const orders = file.orders.map((order, at): Order => {
    const field = `orders.${at}`;
    const pickups = order.pickups.map((pickup, index) => ({
      ...stopOf(pickup, `${field}.pickups.${index}`),
      load: pickup.load ?? (order.pickups.length === 1 ? order.load : []),
    }));
    for (const [dim, sum] of order.load.entries())
      if (pickups.reduce((total, { load }) => total + (load[dim] ?? 0), 0) !== sum)
        throw new PlanFault(`${field}.load`, "is not the sum of what its pickups load");
    return {
      id: order.id,
      pickups,
      drop: stopOf(order.drop, `${field}.drop`),
      load: order.load,
      skills: order.skills,
      priority: order.priority,
      forbid: order.forbid,
      ...(order.maxRideMinutes === undefined ? {} : { maxRide: Math.round(order.maxRideMinutes * 60) }),
      ...(order.releaseAt === undefined ? {} : { releaseAt: second(order.releaseAt, `${field}.releaseAt`) }),
    };
  });
  const couriers = file.couriers.map((courier, at) => ({
    id: courier.id,
    profile: courier.profile,
    start: placeOf(courier.start),
    end: courier.end && placeOf(courier.end),
    shift: windowOf(courier.shift, `couriers.${at}.shift`),
    capacity: courier.capacity,
    skills: courier.skills,
    breaks: courier.breaks.map((rest, index) => ({
      window: windowOf(rest.window, `couriers.${at}.breaks.${index}.window`),
      duration: Math.round(rest.minutes * 60),
    })),
    ...(courier.maxStops === undefined ? {} : { maxStops: courier.maxStops }),
    cost: { fixed: 0, perSecond: 1, perMetre: 0 },
    onBoard: [],
  }));
  const points = [...places.values()].map(({ point: at }) => at);
  return {
    from,
    job: {
      points,
      request: {
        seed: file.seed,
        couriers,
        orders,
        // Higher than all driving of all shifts, so that an order is left out only where none has room.
        weights: {
          left: 1 + couriers.reduce((sum, { shift }) => sum + shift[1] - shift[0], 0) * 2,
          changeCourier: 0,
          changeOrder: 0,
          changeEta: 0,
        },
      },
    },
  };
}

function unique(list: readonly { readonly id: string }[], field: string): void {
  const seen = new Set<string>();
  for (const [at, one] of list.entries()) {
    if (seen.has(one.id)) throw new PlanFault(`${field}.${at}.id`, `"${one.id}" stands twice`);
    seen.add(one.id);
  }
}

/** The plan with moments instead of seconds. */
export function answerOf(result: PlanResult, from: number) {
  const moments = (second: number): string => new Date(from + second * 1000).toISOString();
  return {
    routes: result.routes.map((route) => ({
      courier: route.courier,
      minutes: Math.round(route.seconds / 6) / 10,
      metres: route.metres,
      end: moments(route.end),
      stops: route.stops.map(({ arrive, start, leave, load, ...stop_ }) => ({
        ...stop_,
        load: [...load],
        arrive: moments(arrive),
        start: moments(start),
        leave: moments(leave),
      })),
      breaks: route.breaks.map(({ start, afterStops }) => ({ start: moments(start), afterStops })),
    })),
    leftOut: result.leftOut.map(({ order, because }) => ({
      order,
      because: because.map(({ courier, reasons }) => ({ courier, reasons: [...reasons] })),
    })),
    iterations: result.iterations,
    seed: result.seed,
  };
}
