import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Context } from "#server/http/route.ts";
import type { Planner } from "#server/planning/planner.ts";
import type { DeliveryQuotes } from "../contract/api.ts";
import { dayJobOf } from "../domain/day-job.ts";
import { readDay } from "./read-day.ts";

/** Quotes an open delivery against the routes of a day as they are. @throws Refusal `planning.not-open` */
export async function quoteDelivery(
  planner: Planner,
  { db, actor, now }: Context,
  { id, date }: { readonly id: string; readonly date?: string | undefined },
): Promise<DeliveryQuotes> {
  const facts = await db.read(actor, (tx) => readDay({ tx, orgId: actor.orgId, now }, date));
  const { request, points, open, from } = dayJobOf(facts);
  const order = request.orders.find((one) => one.id === id.toLowerCase() && open.has(one.id));
  if (!order) throw new Refusal("planning.not-open", { id });
  const routes = {
    points,
    request: { ...request, orders: request.orders.filter((one) => !open.has(one.id)) },
  };
  const { quotes, because, travel } = await planner.quote(routes, order);
  return {
    travel,
    quotes: quotes.map(({ courier, addedSeconds, addedMetres, eta, pOnTime }) => ({
      courierId: courier,
      addedSeconds,
      addedMetres,
      eta: toIso(from + eta * 1000),
      pOnTime,
    })),
    because: because.map(({ courier, reasons }) => ({ courier, reasons: [...reasons] })),
  };
}
