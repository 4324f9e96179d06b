import type { ParsedOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Context } from "#server/http/route.ts";
import type { Added, Planner } from "#server/planning/planner.ts";
import type { planningApi } from "../contract/api.ts";
import { type CourierGaps, GROUP_MOST, type GroupQuotes } from "../contract/group-quotes.ts";
import { type Asked, askedOf, othersOn } from "../domain/asked.ts";
import type { DayFacts } from "../domain/day-job.ts";
import { deliveryOf, taskOf } from "../domain/outcome.ts";
import { placesOn } from "../domain/places-on.ts";
import { readDay } from "./read-day.ts";
import { revisionsOf } from "./runs.ts";

/** @throws Refusal `planning.too-many` */
async function askAbout(
  { db, actor, now }: Context,
  { deliveryIds, date }: { readonly deliveryIds: readonly string[]; readonly date?: string | undefined },
): Promise<{ readonly facts: DayFacts; readonly asked: Asked }> {
  const ids = [...new Set(deliveryIds.map((id) => id.toLowerCase()))];
  if (ids.length > GROUP_MOST) throw new Refusal("planning.too-many", { n: ids.length, most: GROUP_MOST });
  const facts = await db.read(actor, (tx) => readDay({ tx, orgId: actor.orgId, now }, date));
  return { facts, asked: askedOf(facts, ids) };
}

/** The planner's figures in our own names: deliveries for orders, instants for seconds since the plan's begin. */
const addedAs = ({ carriages, from }: Asked, { addedSeconds, addedMetres, late, at }: Added) => ({
  addedSeconds,
  addedMetres,
  late: late.map((order) => deliveryOf(carriages, order)),
  at: toIso(from + at * 1000),
});

/**
 * Quotes all of some deliveries for each courier of a day, put in one after the other. Deliveries that keep their courier are
 * left out and named.
 *
 * @throws Refusal `planning.too-many`
 */
export async function quoteGroup(
  planner: Planner,
  asking: ParsedOf<typeof planningApi.quoteGroup>,
  context: Context,
): Promise<GroupQuotes> {
  const { facts, asked } = await askAbout(context, asking);
  const { rest, orders, own, carriages, left } = asked;
  if (orders.length === 0) return { travel: "estimated", quotes: [], because: [], left: [...left] };
  const { quotes, because, travel } = await planner.quoteGroup(rest, orders, context.signal);
  const revisions = revisionsOf(facts);
  return {
    travel,
    left: [...left],
    quotes: quotes.map(({ courier, stops, ...added }) => {
      const tasks = stops.flatMap(({ stop, next }) => {
        const task = taskOf(carriages, stop);
        const deliveryId = deliveryOf(carriages, stop.order);
        const beforeTaskId = (next && taskOf(carriages, next)?.id) ?? null;
        return task ? [{ taskId: task.id, deliveryId, kind: task.kind, beforeTaskId }] : [];
      });
      const places = placesOn(othersOn(facts, own, courier), tasks);
      return {
        courierId: courier,
        ...addedAs(asked, added),
        places: tasks.map((task, nth) => ({ ...task, beforeTaskId: places[nth]?.beforeTaskId ?? null })),
        revision: revisions.get(courier) ?? 0,
      };
    }),
    because: because.map(({ courier, order, reasons }) => ({
      courierId: courier,
      deliveryId: deliveryOf(carriages, order),
      reasons: [...reasons],
    })),
  };
}

/**
 * Quotes each place of a courier's route for some deliveries that go there one after the other, as a drop there puts them.
 *
 * @throws Refusal `planning.too-many`, `planning.not-open` where one of them keeps its courier
 */
export async function quoteGaps(
  planner: Planner,
  asking: ParsedOf<typeof planningApi.quoteGaps>,
  context: Context,
): Promise<CourierGaps> {
  const { facts, asked } = await askAbout(context, asking);
  const { rest, orders, carriages, left } = asked;
  const [id] = left;
  if (id !== undefined) throw new Refusal("planning.not-open", { id });
  const courierId = asking.courierId.toLowerCase();
  const { gaps, travel } = await planner.gaps(rest, orders, courierId);
  return {
    travel,
    revision: revisionsOf(facts).get(courierId) ?? 0,
    gaps: gaps.map((gap) => {
      const beforeTaskId = (gap.next && taskOf(carriages, gap.next)?.id) ?? null;
      if ("reasons" in gap) return { beforeTaskId, added: null, reasons: [...gap.reasons] };
      return { beforeTaskId, added: addedAs(asked, gap), reasons: [] };
    }),
  };
}
