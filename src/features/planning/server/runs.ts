import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { emit } from "#server/db/events.ts";
import type { MadePlan, PlanProgress as Progress, PlanRun } from "#server/planning/planner.ts";
import type { RoomParts } from "#server/room.ts";
import { planChanged, planProgressed } from "../contract/events.ts";
import type { Plan, PlanOutcome, PlanProgress } from "../contract/plans.ts";
import type { DayFacts, DayJob } from "../domain/day-job.ts";
import { compared, deliveryOf, type MoveReason, stayedIn, taskOf } from "../domain/outcome.ts";
import { beat, endRun } from "./plan-records.ts";

/** Each run says so often that it lives. */
const BEAT_MS = 1000;

/** A run that was stored and is to be carried out. */
export interface Begun {
  readonly id: string;
  readonly date: string;
  readonly seconds: number;
  readonly isWarm: boolean;
  readonly job: DayJob;
  readonly revisions: ReadonlyMap<string, number>;
}

/** Tells staff that a plan has another state. */
export async function tellPlan(
  tx: Tx,
  { actor, now }: { readonly actor: Actor; readonly now: Instant },
  plan: Pick<Plan, "id" | "date" | "state">,
): Promise<void> {
  await emit(tx, actor, now, {
    aggregate: "plan",
    aggregateId: plan.id,
    type: planChanged.type,
    data: { planId: plan.id, date: plan.date, state: plan.state },
    audience: { staff: true },
    occurredAt: now,
  });
}

export const revisionsOf = ({ couriers }: DayFacts): ReadonlyMap<string, number> =>
  new Map(couriers.map(({ id, revision }) => [id, revision]));

/** Plans that this process is making. */
export class Runs {
  readonly #parts: RoomParts;
  readonly #going = new Map<string, PlanRun>();
  readonly #cancelled = new Set<string>();

  constructor(parts: RoomParts) {
    this.#parts = parts;
  }

  /** Carries a run out and stores how it ends. */
  async carryOut(actor: Actor, begun: Begun): Promise<void> {
    const { planner, hub, log } = this.#parts;
    const { id, job } = begun;
    let best: PlanProgress | undefined;
    const run = planner.plan(
      { request: job.request, points: job.points, isWarm: begun.isWarm },
      begun.seconds * 1000,
      (progress) => {
        best = progressOf(job, progress);
        hub.tell(actor.orgId, {
          type: planProgressed.type,
          data: { planId: id, progress: best },
          audience: { staff: true },
        });
      },
    );
    this.#going.set(id, run);
    const pulse = setInterval(() => void this.#beat(actor, id, best), BEAT_MS);
    pulse.unref();
    try {
      const made = await run.done;
      const reason = this.#cancelled.has(id) ? "cancelled" : "time";
      await this.#end(actor, begun, { reason, outcome: outcomeOf(begun, made) });
    } catch (error) {
      log.error({ plan: id, err: error }, "a plan could not be made");
      await this.#end(actor, begun, { reason: "failed" }).catch(() => undefined);
    } finally {
      clearInterval(pulse);
      this.#going.delete(id);
      this.#cancelled.delete(id);
    }
  }

  /** Ends the search of a run of this process. */
  cancel(id: string): void {
    if (!this.#going.has(id)) return;
    this.#cancelled.add(id);
    this.#going.get(id)?.cancel();
  }

  /** Says that a run lives, and hears what was asked elsewhere. */
  async #beat(actor: Actor, id: string, best: PlanProgress | undefined): Promise<void> {
    // A beat that fails is followed by the next one.
    const heard = await this.#parts.db.as(actor, (tx) => beat(tx, id, best)).catch(() => undefined);
    if (heard?.cancelAsked) this.cancel(id);
  }

  async #end(
    actor: Actor,
    { id, date }: Begun,
    end: { readonly reason: NonNullable<Plan["reason"]>; readonly outcome?: PlanOutcome },
  ): Promise<void> {
    const { db, clock } = this.#parts;
    const now = clock();
    await db.as(actor, async (tx) => {
      if (!(await endRun(tx, id, { ...end, at: now }))) return;
      await tellPlan(tx, { actor, now }, { id, date, state: end.outcome ? "ready" : "failed" });
    });
  }
}

const sentReason = (reason: MoveReason) =>
  reason.kind === "cannot" ? { ...reason, reasons: [...reason.reasons] } : reason;

function progressOf({ carriages }: DayJob, progress: Progress): PlanProgress {
  const { elapsedMs, iterations, travelSeconds, leftOut, routes } = progress;
  return {
    elapsedMs: Math.round(elapsedMs),
    iterations,
    travelSeconds,
    leftOut,
    routes: routes.map(({ courier, stops }) => ({
      courierId: courier,
      stops: stops.flatMap((stop) => {
        const kind = taskOf(carriages, stop)?.kind;
        return kind ? [{ deliveryId: deliveryOf(carriages, stop.order), kind }] : [];
      }),
    })),
  };
}

function outcomeOf({ job, revisions }: Begun, made: MadePlan): PlanOutcome {
  const { carriages, from } = job;
  const earlier = new Map(made.before.map((route) => [route.courier, route]));
  const { before, after, moves, mended } = compared(job, made.before, made);
  return {
    travel: made.travel,
    before,
    after,
    moves: moves.map((move) => ({ ...move, because: sentReason(move.because) })),
    mended: [...mended],
    stayed: stayedIn(job),
    routes: made.routes.map(({ courier, stops, seconds, metres, end }) => {
      const was = earlier.get(courier);
      return {
        courierId: courier,
        revision: revisions.get(courier) ?? 0,
        before: {
          taskIds: (was?.stops ?? []).flatMap((stop) => taskOf(carriages, stop)?.id ?? []),
          seconds: was?.seconds ?? 0,
          metres: was?.metres ?? 0,
        },
        after: {
          seconds,
          metres,
          end: toIso(from + end * 1000),
          stops: stops.flatMap((stop) => {
            const task = taskOf(carriages, stop);
            return task
              ? [
                  {
                    taskId: task.id,
                    deliveryId: deliveryOf(carriages, stop.order),
                    kind: task.kind,
                    at: toIso(from + stop.start * 1000),
                    pOnTime: stop.pOnTime,
                  },
                ]
              : [];
          }),
        },
      };
    }),
    leftOut: made.leftOut.map(({ order, because }) => ({
      deliveryId: order,
      because: because.map(({ courier, reasons }) => ({ courier, reasons: [...reasons] })),
    })),
  };
}
