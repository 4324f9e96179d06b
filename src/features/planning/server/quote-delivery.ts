import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Context } from "#server/http/route.ts";
import type { Planner } from "#server/planning/planner.ts";
import type { DeliveryQuotes } from "#features/dispatch/contract/quotes.ts";
import { askedOf, othersOn } from "../domain/asked.ts";
import { taskOf } from "../domain/outcome.ts";
import { placesOn } from "../domain/places-on.ts";
import { readDay } from "./read-day.ts";
import { revisionsOf } from "./runs.ts";

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
  const { rest, orders, own, carriages, from } = askedOf(facts, [id]);
  const [[order], [carriage]] = [orders, own];
  if (!order || !carriage) throw new Refusal("planning.not-open", { id });
  const { quotes, because, travel } = await planner.quote(rest, order);
  const revisions = revisionsOf(facts);
  const tasks = [...(carriage.collect ? [carriage.collect] : []), carriage.drop];
  return {
    travel,
    quotes: quotes.map(({ courier, addedSeconds, addedMetres, eta, pOnTime, next }) => ({
      courierId: courier,
      addedSeconds,
      addedMetres,
      eta: toIso(from + eta * 1000),
      pOnTime,
      places: placesOn(
        othersOn(facts, own, courier),
        tasks.map(({ id: taskId }, at) => {
          const stop = next[at];
          return { taskId, beforeTaskId: (stop && taskOf(carriages, stop)?.id) ?? null };
        }),
      ),
      revision: revisions.get(courier) ?? 0,
    })),
    because: because.map(({ courier, reasons }) => ({ courier, reasons: [...reasons] })),
  };
}
