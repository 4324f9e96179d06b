import type { ParsedOf } from "#contract/endpoint.ts";
import { replan, type ReplanNow } from "#features/dispatch/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import { aggregateBefore } from "#server/db/commands.ts";
import type { Tx } from "#server/db/db.ts";
import { hashOf } from "#server/db/hash.ts";
import { keepInverse } from "#server/db/inverse.ts";
import type { Context } from "#server/http/route.ts";
import type { WorkGuard } from "#server/room.ts";
import type { planningApi } from "../contract/api.ts";
import type { Plan, PlanOutcome } from "../contract/plans.ts";
import { isSettled, layOver, type LaidOver } from "../domain/lay-over.ts";
import { lockPlan, notePublished, noteUndone, readPlan, type UndoRecord } from "./plan-records.ts";
import { tellPlan } from "./runs.ts";

/**
 * Publishes a draft, laid over the day as it is: all of it in one transaction, or nothing.
 *
 * @throws Refusal `planning.not-found`, `planning.not-draft`, `dispatch.conflict` where a route differs from what was seen,
 * `dispatch.courier-unknown` where somebody was suspended since
 */
export async function publishPlan(
  guard: WorkGuard | undefined,
  asked: ParsedOf<typeof planningApi.publishPlan>,
  context: Context,
): Promise<{ plan: Plan; overtaken: string[] }> {
  const { db, actor, now, key } = context;
  const { id, seen, without } = asked;
  return db.as(actor, async (tx) => {
    const plan = await lockPlan(tx, id);
    const { outcome } = plan;
    if (await cameBefore(tx, context, { id, body: asked }))
      return { plan: await readPlan(tx, id), overtaken: [...(plan.undo?.overtaken ?? [])] };
    if (plan.state !== "ready" || !outcome) throw new Refusal("planning.not-draft", { state: plan.state });
    let laid: { readonly over: LaidOver; readonly now: ReplanNow } | undefined;
    await replan(
      tx,
      context,
      {
        commandId: key,
        type: "plan.publish",
        aggregateId: id,
        body: asked,
        date: plan.date,
        deliveryIds: outcome.moves.map(({ deliveryId }) => deliveryId),
        courierIds: outcome.routes.map(({ courierId }) => courierId),
        seen,
      },
      {
        guard,
        decide: (day) => {
          laid = { now: day, over: layOver(goalOf(outcome), nowOf(day), new Set(without)) };
          return laid.over;
        },
      },
    );
    if (!laid) throw new Refusal("planning.not-draft", { state: plan.state });
    const undo = { ...undoOf(laid.over, laid.now, outcome), overtaken: laid.over.overtaken };
    await notePublished(tx, id, { by: actor.userId ?? null, at: now, undo });
    await tellPlan(tx, context, { id, date: plan.date, state: "published" });
    keepInverse(tx, { by: "publish", data: { id } });
    return { plan: await readPlan(tx, id), overtaken: [...laid.over.overtaken] };
  });
}

const goalOf = ({ moves, routes }: PlanOutcome) => ({
  moves,
  routes: new Map(routes.map(({ courierId, after }) => [courierId, after.stops])),
});

/** Whether this very call was carried out before: somebody else's publish is not this one's. */
const cameBefore = async (
  tx: Tx,
  { key }: Pick<Context, "key">,
  { id, body }: { readonly id: string; readonly body: unknown },
): Promise<boolean> =>
  (await aggregateBefore(tx, { commandId: key, bodyHash: hashOf(body) })) === id.toLowerCase();

const nowOf = ({ routes, work, stopped, pinned }: ReplanNow) => ({
  stopped,
  pinned,
  routes: new Map([...routes].map(([courierId, { stops }]) => [courierId, stops])),
  work,
});

function undoOf({ holders, sequences }: LaidOver, now: ReplanNow, { moves }: PlanOutcome): UndoRecord {
  const changed = [...now.routes.values()].filter(
    ({ courierId, stops }) =>
      stops.map(({ taskId }) => taskId).join() !== (sequences.get(courierId) ?? []).join(),
  );
  return {
    moves: moves.filter(({ deliveryId }) => holders.has(deliveryId)),
    routes: changed.map(({ courierId, revision, stops }) => ({
      courierId,
      revision: revision + 1,
      taskIds: stops.map(({ taskId }) => taskId),
    })),
    settled: changed.flatMap(({ stops }) => stops.flatMap((stop) => (isSettled(stop) ? stop.taskId : []))),
  };
}

/**
 * Puts the day back as it was before a plan was published: all of it, or nothing where a route was changed, work begun or a
 * delivery pinned since that would move.
 *
 * @throws Refusal `planning.not-found`, `planning.not-published`, `planning.begun`, `planning.pinned`, `dispatch.conflict`,
 * `dispatch.courier-unknown`
 */
export const undoPlan = (guard: WorkGuard | undefined, id: string, context: Context): Promise<Plan> =>
  context.db.as(context.actor, (tx) => undoPlanIn(tx, guard, id, context));

/** As `undoPlan`, in the caller's transaction. */
export async function undoPlanIn(
  tx: Tx,
  guard: WorkGuard | undefined,
  id: string,
  context: Pick<Context, "actor" | "scope" | "now" | "key">,
): Promise<Plan> {
  const { now, key } = context;
  const { state, undo, date } = await lockPlan(tx, id);
  if (await cameBefore(tx, context, { id, body: { id } })) return readPlan(tx, id);
  if (state !== "published" || !undo) throw new Refusal("planning.not-published", { state });
  await replan(
    tx,
    context,
    {
      commandId: key,
      type: "plan.undo",
      aggregateId: id,
      body: { id },
      date,
      deliveryIds: undo.moves.map(({ deliveryId }) => deliveryId),
      courierIds: undo.routes.map(({ courierId }) => courierId),
      seen: undo.routes.map(({ courierId, revision }) => ({ courierId, revision })),
    },
    { guard, decide: (day) => backwards(undo, day) },
  );
  await noteUndone(tx, id, now);
  await tellPlan(tx, context, { id, date, state: "undone" });
  return readPlan(tx, id);
}

/** @throws Refusal `planning.begun`, `planning.pinned` */
function backwards({ moves, routes, settled }: UndoRecord, now: ReplanNow) {
  const known = new Set(settled);
  const stops = [
    ...[...now.routes.values()].flatMap((route) => route.stops),
    ...now.work.flatMap((one) => one.stops),
  ];
  const begun = stops.find((stop) => isSettled(stop) && !known.has(stop.taskId));
  if (begun) throw new Refusal("planning.begun", { number: begun.number });
  const holders = new Map(moves.map(({ deliveryId, from }) => [deliveryId, from]));
  const sequences = new Map(routes.map(({ courierId, taskIds }) => [courierId, taskIds]));
  const moved = movedPin({ holders, sequences }, now);
  if (moved) throw new Refusal("planning.pinned", { number: moved.number });
  return { holders, sequences };
}

/** A stop of a pinned delivery that would have another courier, or another place among the pinned ones. */
function movedPin(
  {
    holders,
    sequences,
  }: Pick<LaidOver, "sequences"> & { readonly holders: ReadonlyMap<string, string | null> },
  { routes, pinned }: ReplanNow,
) {
  return [...routes].flatMap(([courierId, { stops }]) => {
    const own = stops.filter(({ deliveryId }) => pinned.has(deliveryId));
    const back = (sequences.get(courierId) ?? []).filter((id) => own.some(({ taskId }) => taskId === id));
    return own.filter(
      ({ taskId, deliveryId }, at) =>
        holders.has(deliveryId) || (sequences.has(courierId) && back[at] !== taskId),
    );
  })[0];
}
