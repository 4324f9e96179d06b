import { Refusal } from "#kernel/refusal.ts";
import type { ParsedOf } from "#contract/endpoint.ts";
import { change } from "#server/db/change.ts";
import { aggregateBefore, aggregateOf } from "#server/db/commands.ts";
import { hashOf } from "#server/db/hash.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import type { planningApi } from "../contract/api.ts";
import { planChanged } from "../contract/events.ts";
import type { Plan } from "../contract/plans.ts";
import { dayJobOf, type DayJob, weightsFor } from "../domain/day-job.ts";
import type { Places } from "./places.ts";
import { insertPlan, readPlan } from "./plan-records.ts";
import { readDay } from "./read-day.ts";
import { revisionsOf, type Runs } from "./runs.ts";

/**
 * Stores a run and begins it; it goes on after the answer. A call that comes again is answered with its run, however the
 * day went on.
 *
 * @throws Refusal `planning.busy`, `planning.nothing`
 */
export async function startPlan(
  { runs, places }: { readonly runs: Runs; readonly places: Places },
  asked: ParsedOf<typeof planningApi.startPlan>,
  { db, actor, now, key }: Context,
): Promise<Plan> {
  const { date, scope, way, wishes, seconds } = asked;
  const earlier = await db.as(actor, async (tx) => {
    const id = await aggregateBefore(tx, { commandId: key, bodyHash: hashOf(asked) });
    return id === undefined ? undefined : readPlan(tx, id);
  });
  if (earlier) return earlier;
  const facts = await db.read(actor, (tx) => readDay({ tx, orgId: actor.orgId, now }, date));
  const job = dayJobOf(facts, { weights: weightsFor(wishes), part: scope });
  if (job.request.orders.length === 0 || job.request.couriers.length === 0)
    throw new Refusal("planning.nothing", { date });
  const release = places.take();
  try {
    const id = newId(now);
    const plan = await db.as(actor, async (tx) => {
      const stored = { id, date, way, scope, wishes, seconds, askedBy: actor.userId ?? null, askedAt: now };
      const event = {
        aggregate: "plan",
        type: planChanged.type,
        data: { planId: id, date, state: "running" },
        audience: { staff: true },
      } as const;
      const done = await change(
        tx,
        { actor, now, key },
        {
          type: "plan.start",
          aggregateId: id,
          body: asked,
          write: () => insertPlan(tx, stored).then(() => true),
          event: () => event,
        },
      );
      return readPlan(tx, done ? id : ((await aggregateOf(tx, key)) ?? id));
    });
    if (plan.id !== id) release();
    else
      void runs
        .carryOut(actor, {
          id,
          date,
          seconds,
          isWarm: way === "improve",
          job: startingPoint(job),
          revisions: revisionsOf(facts),
        })
        .finally(release);
    return plan;
  } catch (error) {
    release();
    throw error;
  }
}

/** A day on which nobody has anything is planned from nothing, which begins anew more often. */
function startingPoint(job: DayJob): DayJob {
  const { published, ...request } = job.request;
  return published?.every(({ stops }) => stops.length === 0) ? { ...job, request } : job;
}
