import type { Order } from "#kernel/plan-request.ts";
import { type Carriage, type DayFacts, type DayJob, dayJobOf, mayChangeHands } from "./day-job.ts";

/** Deliveries that may be given to any courier, and the day without them and without what is open. */
export interface Asked extends Pick<DayJob, "from" | "carriages"> {
  readonly own: readonly Carriage[];
  readonly orders: readonly Order[];
  readonly rest: Pick<DayJob, "request" | "points">;
  /** Deliveries that keep their courier, or that the day does not have. */
  readonly left: readonly string[];
}

/** Takes deliveries off the routes of a day, so that couriers can be asked what they would add. */
export function askedOf(facts: DayFacts, ids: readonly string[]): Asked {
  const { request, points, open, from, carriages } = dayJobOf(facts);
  const known = new Map(request.orders.map((order) => [order.id, order]));
  const found = ids.map((id) => {
    const carriage = carriages.get(id.toLowerCase());
    const order = carriage && known.get(carriage.orderId);
    return { id, asked: order && mayChangeHands(carriage, facts) ? { carriage, order } : undefined };
  });
  const asked = found.flatMap((one) => one.asked ?? []);
  const gone = new Set(asked.map(({ order }) => order.id));
  return {
    from,
    carriages,
    own: asked.map(({ carriage }) => carriage),
    orders: asked.map(({ order }) => order),
    left: found.flatMap((one) => (one.asked ? [] : one.id)),
    rest: {
      points,
      request: {
        ...request,
        orders: request.orders.filter(({ id }) => !gone.has(id) && !open.has(id)),
        published: (request.published ?? []).map((route) => ({
          ...route,
          stops: route.stops.filter(({ order }) => !gone.has(order)),
        })),
      },
    },
  };
}

/** Tasks of a courier's route that are not over, without those that are asked about. */
export function othersOn({ couriers }: DayFacts, own: readonly Carriage[], courierId: string): string[] {
  const gone = new Set(own.flatMap(({ collect, drop }) => [...(collect ? [collect.id] : []), drop.id]));
  return couriers.find(({ id }) => id === courierId)?.taskIds.filter((id) => !gone.has(id)) ?? [];
}
