import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { planningApi } from "#features/planning/contract/api.ts";
import type { Plan, PlanOutcome } from "#features/planning/contract/plans.ts";
import { type DayFacts, type DayJob, dayJobOf, weightsFor } from "#features/planning/domain/day-job.ts";
import { readDay } from "#features/planning/server/read-day.ts";
import type { PlannedStop, PlanRequest } from "#kernel/plan-request.ts";
import { USUAL } from "#kernel/plan-wishes.ts";
import { requestOf } from "#main/planning/plan-work.ts";
import { travelOn } from "#main/planning/travel.ts";
import type { Db } from "#server/db/db.ts";
import { driveSteps, leftPrice } from "#test/support/planner/check-plan.ts";
import { callWire } from "#test/support/processes/product.ts";
import type { Organisation } from "../shifts/wire/organisation.ts";
import { type Dispatcher, type Draft, type ErrandOf, type State, TODAY } from "./deed.ts";
import { isSame } from "./step.ts";
import type { World } from "./world.ts";

interface Parts {
  readonly world: World;
  readonly db: Db;
  readonly org: Organisation;
  readonly read: () => Promise<State>;
  /** Tries once more where the connection was cut. */
  readonly again: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Dispatchers who let the planner make a plan of the day, and publish it or leave it. */
export interface OfficePlans {
  next(by: Dispatcher, state: State): ErrandOf<"optimise" | "publish"> | undefined;
  optimise(deed: ErrandOf<"optimise">): Promise<void>;
  publish(deed: ErrandOf<"publish">): Promise<void>;
}

/** Share of a dispatcher's deeds. */
const SHARE = { optimise: 0.05, publish: 0.3 } as const;
const LOOK_MS = 20;
/** Longest search before it is ended by hand, and the longest that is asked for; the days have few stops. */
const SEARCH_MS = 100;
const MOST_SECONDS = 10;
/** A folder without a map: the product of a day has none either. */
const NO_MAP = { mapFolder: "/nowhere/map" };

export function makeOfficePlans({ world, db, org, read, again }: Parts): OfficePlans {
  const { dice } = world;
  const travel = travelOn(NO_MAP);
  /** Keys of runs that were asked for. */
  const asked = new Set<string>();
  let draft: Draft | undefined;

  const factsNow = (): Promise<DayFacts> =>
    again(() => db.read(org, (tx) => readDay({ tx, orgId: org.orgId, now: world.now() }, TODAY)));

  /** Ends the search at once; it may have ended by itself. */
  const cancel = (id: string, by: Dispatcher): Promise<unknown> =>
    callWire(org.url, planningApi.cancelPlan, { id }, { token: by }).catch((error: unknown) => {
      if (!String(error).includes("planning.not-running")) throw error;
    });

  async function ended(id: string, by: Dispatcher): Promise<Plan> {
    const plan = await callWire(org.url, planningApi.readPlan, { id }, { token: by });
    if (plan.state !== "running") return plan;
    await sleep(LOOK_MS);
    return ended(id, by);
  }

  async function optimise({ by, key, way, searchMs }: ErrandOf<"optimise">): Promise<void> {
    // A run that goes on from an earlier try saw the day of that try.
    const isFirst = !asked.has(key);
    asked.add(key);
    const [before, facts] = [await read(), await factsNow()];
    const wish = { date: TODAY, way, seconds: MOST_SECONDS };
    const { id, state } = await callWire(org.url, planningApi.startPlan, wish, { token: by, key });
    if (state !== "running") return;
    const isStill = isFirst && isDeepStrictEqual(await factsNow(), facts) && isSame(await read(), before);
    await sleep(searchMs);
    await cancel(id, by);
    const { outcome, reason, state: now } = await ended(id, by);
    if (reason === "failed") world.broke(30, "the planner made no plan");
    // A run whose connection was cut ends without a plan; one that was published since is no draft.
    if (now !== "ready" || !outcome) return;
    if (isStill) {
      const job = dayJobOf(facts, { weights: weightsFor(USUAL) });
      checkOutcome(world, { job, request: await requestOf(job, await travel()), outcome });
    }
    draft = draftOf(id, outcome, isStill ? before : undefined);
  }

  return {
    next(by, state) {
      const known = draft;
      if (known && dice.chance(SHARE.publish)) {
        draft = undefined;
        return { kind: "publish", by, key: world.newId(), draft: known, seen: seenBy(known, state) };
      }
      if (!dice.chance(SHARE.optimise)) return undefined;
      const way = dice.pick(["anew", "improve"] as const);
      return { kind: "optimise", by, key: world.newId(), way, searchMs: dice.between(0, SEARCH_MS) };
    },
    optimise,
    async publish({ by, key, draft: { id }, seen }) {
      await callWire(org.url, planningApi.publishPlan, { id, seen: [...seen] }, { token: by, key });
    },
  };

  /** Revisions of the plan mostly, else those on the dispatcher's board: the plan is laid over the day then. */
  function seenBy({ seen }: Draft, { routes }: State): Draft["seen"] {
    if (dice.chance(0.6)) return seen;
    return seen.map(({ courierId, revision }) => ({
      courierId,
      revision: routes.get(courierId)?.revision ?? revision,
    }));
  }
}

const draftOf = (id: string, { routes }: PlanOutcome, drawnFrom: State | undefined): Draft => ({
  id,
  drawnFrom,
  seen: routes.map(({ courierId, revision }) => ({ courierId, revision })),
  goal: new Map(routes.map(({ courierId, after }) => [courierId, after.stops.map(({ taskId }) => taskId)])),
});

interface Made {
  readonly job: DayJob;
  readonly request: PlanRequest;
  readonly outcome: PlanOutcome;
}

type Routes = ReadonlyMap<string, readonly PlannedStop[]>;

/** A plan has each stop once (28) and in order (29), and costs no more than the order that was given (30). */
function checkOutcome(world: World, { job, request, outcome }: Made): void {
  const stopOf = new Map<string, PlannedStop>(
    [...job.carriages.values()].flatMap(({ orderId: order, collect, drop }) => [
      ...(collect ? [[collect.id, { order, kind: "pickup" as const, pickup: 0 }] as const] : []),
      [drop.id, { order, kind: "drop" as const }] as const,
    ]),
  );
  const planned: Routes = new Map(
    outcome.routes.map(({ courierId, after }) => [
      courierId,
      after.stops.flatMap(({ taskId }) => stopOf.get(taskId) ?? []),
    ]),
  );
  const ids = outcome.routes.flatMap(({ after }) => after.stops.map(({ taskId }) => taskId));
  if (new Set(ids).size < ids.length || ids.some((id) => !stopOf.has(id)))
    world.broke(28, "a plan has a stop twice, or one that is not of its day");
  const leftOut = new Set(outcome.leftOut.map(({ deliveryId }) => deliveryId));
  for (const { id, pickups } of request.orders) {
    const stops = [...planned.values()].flat().filter(({ order }) => order === id).length;
    if (stops !== (leftOut.has(id) ? 0 : pickups.length + 1)) world.broke(28, "a plan lost a stop");
  }
  const cost = costOf(request, planned);
  if (typeof cost === "string") return world.broke(29, `a plan cannot be driven: ${cost}`);
  const given = costOf(request, new Map(request.published?.map(({ courier, stops }) => [courier, stops])));
  if (typeof given === "number" && cost > given + 1e-6 * Math.max(1, given))
    world.broke(30, `a plan costs ${cost}, the given order ${given}`);
}

/** Price of routes by the request alone, with no code of the planner. @returns what cannot be driven, as a sentence */
function costOf(request: PlanRequest, routes: Routes): number | string {
  const orders = new Map(request.orders.map((order) => [order.id, order]));
  const served = new Set<string>();
  let cost = 0;
  for (const courier of request.couriers) {
    const steps = (routes.get(courier.id) ?? []).flatMap(({ order: id, kind, pickup = 0 }) => {
      const order = orders.get(id);
      if (kind === "drop") served.add(id);
      return order ? [{ order, pickup: kind === "drop" ? -1 : pickup }] : [];
    });
    const driven = driveSteps(request, courier, steps);
    if (typeof driven === "string") return driven;
    cost += driven.cost;
  }
  for (const [id, order] of orders) if (!served.has(id)) cost += leftPrice(request, order);
  return cost;
}
