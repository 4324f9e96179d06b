import type { MessagePort } from "node:worker_threads";
import { problemOf } from "#engines/planner/build-problem.ts";
import { LivePlan } from "#engines/planner/live.ts";
import { BREAK } from "#engines/planner/problem.ts";
import { resultOf, routesOf, stopOf } from "#engines/planner/result.ts";
import { COLD, Search, WARM } from "#engines/planner/search.ts";
import { whyMoved } from "#engines/planner/why-moved.ts";
import type { Order, PlanRequest, Reason } from "#kernel/plan-request.ts";
import { intAt } from "#kernel/typed.ts";
import type {
  CourierStops,
  Gaps,
  GroupQuotes,
  MadePlan,
  PlanJob,
  PlanProgress,
  Quotes,
} from "#server/planning/planner.ts";
import type { TravelBetween } from "./travel.ts";

/** Share of a plan's time, and the most of it, that is kept for writing the plan down. */
const WRITING = { share: 0.04, mostMs: 500 } as const;
/** Time between two plans that are said to be the best so far. */
const EACH_MS = 250;

export type Asked =
  | {
      readonly kind: "plan";
      readonly job: PlanJob;
      readonly ms: number;
      readonly from: number;
      /** Not 0 once the plan is cancelled. */
      readonly stop: Int32Array;
    }
  /** Without a job, the one before is meant. */
  | { readonly kind: "quote"; readonly id: number; readonly job?: PlanJob; readonly order: Order }
  | {
      readonly kind: "group";
      readonly id: number;
      readonly job?: PlanJob;
      readonly orders: readonly Order[];
      /** Not 0 once nobody waits for the answer. */
      readonly stop: Int32Array;
    }
  | {
      readonly kind: "gaps";
      readonly id: number;
      readonly job?: PlanJob;
      readonly orders: readonly Order[];
      readonly courier: string;
    }
  | {
      readonly kind: "why";
      readonly id: number;
      readonly job?: PlanJob;
      readonly order: Order;
      readonly courier: string;
    };

export type Answer =
  | { readonly kind: "best"; readonly progress: PlanProgress }
  | { readonly kind: "plan"; readonly plan: MadePlan }
  | { readonly kind: "quotes"; readonly id: number; readonly quotes: Quotes }
  | { readonly kind: "group"; readonly id: number; readonly quotes: GroupQuotes }
  | { readonly kind: "gaps"; readonly id: number; readonly gaps: Gaps }
  | { readonly kind: "reasons"; readonly id: number; readonly reasons: readonly Reason[] }
  | { readonly kind: "failed"; readonly id: number; readonly error: string };

/** Answers what is asked of this thread, one after the other: a question without a job means the job of the one before it. */
export function work(port: MessagePort, travel: () => Promise<TravelBetween>): void {
  let known: { readonly job: PlanJob; readonly version?: string; readonly live?: LivePlan } | undefined;
  /** The plan of a question's job, of the roads that serve now. A job that fails leaves no plan of another one behind. */
  const liveOf = async (job: PlanJob, roads: TravelBetween): Promise<LivePlan> => {
    if (known?.live && known.version === roads.version) return known.live;
    known = { job };
    const live = new LivePlan(await requestOf(job, roads));
    known = { job, version: roads.version, live };
    return live;
  };
  const answer = async (asked: Asked): Promise<Answer> => {
    const roads = await travel();
    if (asked.kind === "plan")
      return {
        kind: "plan",
        plan: await planOf(asked, roads, (progress) => say({ kind: "best", progress })),
      };
    if (asked.job) known = { job: asked.job };
    if (!known) throw new Error("there is no plan to quote against");
    if (asked.kind === "group" && isSet(asked.stop)())
      return { kind: "group", id: asked.id, quotes: { quotes: [], because: [], travel: roads.source } };
    return answerOf(await liveOf(known.job, roads), asked, roads.source);
  };
  const say = (message: Answer): void => port.postMessage(message);
  let last = Promise.resolve();
  port.on("message", (asked: Asked) => {
    last = last
      .then(() => answer(asked))
      .then(say, (error: unknown) =>
        say({ kind: "failed", id: asked.kind === "plan" ? 0 : asked.id, error: String(error) }),
      );
  });
}

/** Answers a question about a plan that stands. */
function answerOf(
  live: LivePlan,
  asked: Exclude<Asked, { kind: "plan" }>,
  travel: TravelBetween["source"],
): Answer {
  const { id } = asked;
  switch (asked.kind) {
    case "why":
      return { kind: "reasons", id, reasons: live.explain(asked.order, asked.courier) };
    case "quote":
      return { kind: "quotes", id, quotes: quotesOf(live, asked.order, travel) };
    case "group":
      return { kind: "group", id, quotes: { ...live.with(asked.orders).quotes(isSet(asked.stop)), travel } };
    case "gaps":
      return { kind: "gaps", id, gaps: { gaps: live.with(asked.orders).gaps(asked.courier), travel } };
  }
}

/** The job with the travel between its points. */
export async function requestOf({ request, points }: PlanJob, roads: TravelBetween): Promise<PlanRequest> {
  const profiles = [...new Set(request.couriers.map(({ profile }) => profile))];
  const travel = await Promise.all(
    profiles.map(async (profile) => [profile, await roads.between(points, asRoad(profile))] as const),
  );
  return { ...request, travel: Object.fromEntries(travel) };
}

const isSet = (stop: Int32Array) => (): boolean => Atomics.load(stop, 0) !== 0;

const asRoad = (profile: string) => (profile === "foot" || profile === "bicycle" ? profile : "car");

async function planOf(
  { job, ms, from, stop }: Extract<Asked, { kind: "plan" }>,
  roads: TravelBetween,
  onBetter: (progress: PlanProgress) => void,
): Promise<MadePlan> {
  const end = from + ms - Math.min(WRITING.mostMs, ms * WRITING.share);
  const search = new Search(problemOf(await requestOf(job, roads)));
  const before = routesOf(search);
  search.insertAll();
  onBetter(progressOf(search, Date.now() - from));
  let next = Date.now() + EACH_MS;
  search.run({
    limits: { ms: Math.max(0, end - Date.now()) },
    clock: Date.now,
    temperatures: job.isWarm ? WARM : COLD,
    isCancelled: isSet(stop),
    onBetter: () => {
      const now = Date.now();
      if (now < next) return;
      next = now + EACH_MS;
      onBetter(progressOf(search, now - from));
    },
  });
  return {
    ...resultOf(search),
    before,
    moved: whyMoved(search, () => Date.now() > from + ms),
    travel: roads.source,
  };
}

function progressOf(search: Search, elapsedMs: number): PlanProgress {
  const { iterations, cost, left, routes, problem } = search;
  const shown: CourierStops[] = [];
  let travelSeconds = 0;
  for (let courier = 0; courier < problem.couriers.count; courier++) {
    const stops = routes.nodesOf(courier).filter((node) => intAt(problem.nodes.kind, node) !== BREAK);
    shown.push({
      courier: problem.request.couriers[courier]?.id ?? "",
      stops: stops.map((node) => stopOf(search, node)),
    });
    const nodes = stops.length > 0 ? [courier * 2, ...stops, courier * 2 + 1] : [];
    for (const [at, node] of nodes.entries())
      if (at > 0) travelSeconds += routes.legs[courier]?.seconds(nodes[at - 1] ?? 0, node) ?? 0;
  }
  return { elapsedMs, iterations, cost, travelSeconds, leftOut: left.length, routes: shown };
}

function quotesOf(live: LivePlan, order: Order, travel: Quotes["travel"]): Quotes {
  const quotes = live.quote(order);
  const takes = new Set(quotes.map(({ courier }) => courier));
  const others = live.couriers.filter((courier) => !takes.has(courier));
  return {
    quotes,
    because: others.map((courier) => ({ courier, reasons: live.explain(order, courier) })),
    travel,
  };
}
