import type { PlannedStop } from "#kernel/plan-request.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Context } from "#server/http/route.ts";
import type { Planner } from "#server/planning/planner.ts";
import type { DeliveryQuotes } from "#features/dispatch/contract/quotes.ts";
import { dayJobOf, mayChangeHands } from "../domain/day-job.ts";
import { placesOn } from "../domain/places-on.ts";
import { readDay } from "./read-day.ts";

/**
 * Quotes a delivery against the routes of a day as they are: one that nobody has, or that its courier has not begun, which is
 * taken off the courier's route first.
 *
 * @throws Refusal `planning.not-open`
 */
export async function quoteDelivery(
  planner: Planner,
  { db, actor, now }: Context,
  { id, date }: { readonly id: string; readonly date?: string | undefined },
): Promise<DeliveryQuotes> {
  const facts = await db.read(actor, (tx) => readDay({ tx, orgId: actor.orgId, now }, date));
  const { request, points, open, from, carriages } = dayJobOf(facts);
  const own = carriages.get(id.toLowerCase());
  const order = own && request.orders.find((one) => one.id === own.orderId);
  if (!order || !mayChangeHands(own, facts)) throw new Refusal("planning.not-open", { id });
  const routes = {
    points,
    request: {
      ...request,
      orders: request.orders.filter((one) => one.id !== order.id && !open.has(one.id)),
      published: (request.published ?? []).map((route) => ({
        ...route,
        stops: route.stops.filter((stop) => stop.order !== order.id),
      })),
    },
  };
  const { quotes, because, travel } = await planner.quote(routes, order);
  const held = new Map(facts.couriers.map((one) => [one.id, one]));
  const tasks = [...(own.collect ? [own.collect] : []), own.drop];
  const others = (courierId: string): string[] =>
    held.get(courierId)?.taskIds.filter((id) => tasks.every((task) => task.id !== id)) ?? [];
  const taskAt = (stop: PlannedStop | null | undefined): string | null => {
    const carriage = stop && carriages.get(stop.order);
    return (stop?.kind === "pickup" ? carriage?.collect?.id : carriage?.drop.id) ?? null;
  };
  return {
    travel,
    quotes: quotes.map(({ courier, addedSeconds, addedMetres, eta, pOnTime, next }) => ({
      courierId: courier,
      addedSeconds,
      addedMetres,
      eta: toIso(from + eta * 1000),
      pOnTime,
      places: placesOn(
        others(courier),
        tasks.map(({ id: taskId }, at) => ({ taskId, beforeTaskId: taskAt(next[at]) })),
      ),
      revision: held.get(courier)?.revision ?? 0,
    })),
    because: because.map(({ courier, reasons }) => ({ courier, reasons: [...reasons] })),
  };
}
