import { MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Window } from "#kernel/window.ts";
import type { Status } from "./status.ts";
import { DRAWS, factorsOf, quantile } from "./draws.ts";

/** Spread of the logarithm of service times, legs and whole days: planner.md §5. */
const SERVICE_SIGMA = 0.5;
const LEG_SIGMA = 0.2;
const DAY_SIGMA = 0.1;
/** Shares of the drawn days below the ends of the interval. */
const EARLIEST = 0.15;
const LATEST = 0.9;
/** An interval reaches at least this far to both sides. */
export const LEAST_SPREAD_MS = 5 * MINUTE_MS;
/** A position is old after the first time, and stands for nothing after the second. */
const STALE_MS = 5 * MINUTE_MS;
const LOST_MS = 15 * MINUTE_MS;

export const BASES = ["plan", "live"] as const;
export type Basis = (typeof BASES)[number];

/** Stop that is still to come, in the order of the route. */
export interface StopAhead {
  readonly taskId: string;
  /** The way from the stop before it; for the first one, from where the courier is. */
  readonly legS: number;
  readonly serviceS: number;
  /** Promised time: the stop begins no earlier than its start. */
  readonly window: Window;
  /** Somebody's own word for its begin: it holds on every drawn day. */
  readonly said?: Instant | undefined;
}

/** Time without work: it begins between two moments, and lasts so long or until a moment. */
export interface Pause {
  readonly earliest: Instant;
  readonly latest: Instant;
  readonly seconds: number;
  /** The next shift of a split day. */
  readonly until?: Instant;
}

/** A courier's route as it stands. */
export interface RouteAhead {
  readonly now: Instant;
  /** The same text draws the same days. */
  readonly seed: string;
  /** When the courier was or will be at the beginning of the first leg; never taken as an arrival in the past. */
  readonly leavesAt: Instant;
  /** The stop that the courier stands at: since when, and its median service. */
  readonly atStop: { readonly taskId: string; readonly since: Instant; readonly serviceS: number } | null;
  readonly stops: readonly StopAhead[];
  /** Breaks that are not over, in order; each is taken between two stops or while waiting for one. */
  readonly pauses?: readonly Pause[];
}

/** When a stop begins, by what is known now. */
export interface Arrival {
  readonly taskId: string;
  readonly at: Instant;
  readonly earliest: Instant;
  readonly latest: Instant;
  /** Share of the drawn days on which the stop ends before its promised end. */
  readonly onTime: number;
  /** Stops that the courier does before it, the one they stand at included. */
  readonly ahead: number;
}

/** When the last stop is done: the median of the drawn days, and what nine of ten keep. */
export interface DayEnd {
  readonly at: Instant;
  readonly latest: Instant;
}

/** Predicts every stop of a route, and its end, from 200 drawn days. */
export function predict(route: RouteAhead): { arrivals: Arrival[]; end: DayEnd | null } {
  const day = factorsOf(route.seed, DAY_SIGMA);
  const free = freeAt(route, day);
  const pauses = route.pauses ?? [];
  const taken = new Uint8Array(DRAWS);
  const arrivals = route.stops.map((stop, nth) => {
    const leg = factorsOf(`${route.seed} leg ${stop.taskId}`, LEG_SIGMA);
    const service = factorsOf(`${route.seed} stop ${stop.taskId}`, SERVICE_SIGMA);
    const begins = new Float64Array(DRAWS);
    let onTime = 0;
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const way = stop.legS * SECOND_MS * (leg[draw] ?? 1) * (day[draw] ?? 1);
      const leaves = { free: free[draw] ?? 0, taken: taken[draw] ?? 0 };
      const { begin, taken: rested } = beginOf({ route, stop, pauses }, leaves, way);
      const end = begin + stop.serviceS * SECOND_MS * (service[draw] ?? 1);
      begins[draw] = begin;
      free[draw] = end;
      taken[draw] = rested;
      if (end < stop.window.end) onTime += 1;
    }
    const ahead = nth + (route.atStop ? 1 : 0);
    return { taskId: stop.taskId, ...intervalOf(begins), onTime: onTime / DRAWS, ahead };
  });
  return { arrivals, end: route.stops.length > 0 || route.atStop ? endOf(free) : null };
}

const endOf = (free: Float64Array): DayEnd => ({
  at: Math.round(quantile(free, 0.5)),
  latest: Math.round(quantile(free, LATEST)),
});

interface Leaving {
  readonly free: number;
  /** Pauses that were taken. */
  readonly taken: number;
}

interface Next {
  readonly route: RouteAhead;
  readonly stop: StopAhead;
  readonly pauses: readonly Pause[];
}

/** When a stop begins on one drawn day: after the pauses that are due before it, or that fit into the wait for it. */
function beginOf(
  { route, stop, pauses }: Next,
  leaving: Leaving,
  way: number,
): { begin: number; taken: number } {
  let { free, taken } = leaving;
  for (let pause = pauses[taken]; pause; pause = pauses[taken]) {
    if (free < pause.earliest && free + way <= pause.latest) break;
    free = endOfPause(pause, free);
    taken += 1;
  }
  let begin = Math.max(route.now, free + way);
  if (stop.said !== undefined) return { begin: Math.max(route.now, stop.said), taken };
  for (let pause = pauses[taken]; pause && begin < stop.window.start; pause = pauses[taken]) {
    const starts = Math.max(begin, pause.earliest);
    if (starts > pause.latest || starts >= stop.window.start) break;
    begin = endOfPause(pause, begin);
    taken += 1;
  }
  return { begin: Math.max(begin, stop.window.start), taken };
}

function endOfPause({ earliest, seconds, until }: Pause, free: number): number {
  const starts = Math.max(free, earliest);
  return until === undefined ? starts + seconds * SECOND_MS : Math.max(starts, until);
}

/** When the courier leaves for the first stop ahead, on each drawn day. */
function freeAt({ now, seed, leavesAt, atStop }: RouteAhead, day: Float64Array): Float64Array {
  if (!atStop) return new Float64Array(DRAWS).fill(leavesAt);
  const service = factorsOf(`${seed} stop ${atStop.taskId}`, SERVICE_SIGMA);
  return day.map((_, draw) =>
    Math.max(now, atStop.since + atStop.serviceS * SECOND_MS * (service[draw] ?? 1)),
  );
}

function intervalOf(begins: Float64Array): Pick<Arrival, "at" | "earliest" | "latest"> {
  const at = Math.round(quantile(begins, 0.5));
  return {
    at,
    earliest: Math.min(at - LEAST_SPREAD_MS, Math.round(quantile(begins, EARLIEST))),
    latest: Math.max(at + LEAST_SPREAD_MS, Math.round(quantile(begins, LATEST))),
  };
}

/** Facts that tell how far a prediction can be trusted. */
export interface Watch {
  readonly now: Instant;
  readonly onDuty: boolean;
  /** A stop of the day has begun or ended. */
  readonly hasBegun: boolean;
  /** Time of the newest position; null without one. */
  readonly positionAt: Instant | null;
}

/** How far a prediction can be trusted. */
export function statusOf({ now, onDuty, hasBegun, positionAt }: Watch): Status {
  if (!onDuty) return hasBegun ? "paused" : "not_started";
  if (positionAt === null || now - positionAt > LOST_MS) return "no_position";
  return now - positionAt > STALE_MS ? "stale" : "available";
}

/** On duty a prediction follows what happens, before that the plan alone. */
export const basisOf = (status: Status): Basis =>
  status === "not_started" || status === "paused" ? "plan" : "live";

/** True while a promise is in danger: it may be broken, and is not yet. */
export const isLateRisk = (latest: Instant, promisedEnd: Instant, now: Instant): boolean =>
  latest > promisedEnd && promisedEnd > now;
