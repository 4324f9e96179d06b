import { isFinished } from "#features/deliveries/domain/delivery.ts";
import type { TaskState } from "#features/deliveries/domain/task-lifecycle.ts";
import { fromIso, type Instant } from "#kernel/instant.ts";
import { isAtRisk, isLate } from "./lateness.ts";
import type { StopArrival } from "#features/times/domain/stop-arrival.ts";

/** A stop of a route as far as its lateness goes. */
export interface PromisedStop {
  readonly taskId: string;
  readonly deliveryId: string;
  readonly state: TaskState;
  readonly window: { readonly end: string };
  readonly arrival?: StopArrival;
}

/** Work of a day: what has no courier, and the routes. */
export interface PromisedDay {
  readonly unassigned: readonly string[];
  readonly deliveries: readonly { readonly id: string; readonly window: { readonly end: string } }[];
  readonly couriers: readonly { readonly route: { readonly stops: readonly PromisedStop[] } }[];
}

/** Work of a day that is late or, by what is predicted, will be. */
export interface LateWork {
  /** Ids of deliveries without a courier, and of those with a late stop. */
  readonly deliveries: ReadonlySet<string>;
  /** Ids of tasks. */
  readonly stops: ReadonlySet<string>;
}

const promisedOf = ({ window, arrival }: PromisedStop) => ({ end: fromIso(window.end), arrival });

const known = new WeakMap<PromisedDay, { now: Instant; late: LateWork }>();

/** The same object as long as the same work of the day is late, so that nothing is drawn again for it. */
export function lateWork(day: PromisedDay, now: Instant): LateWork {
  const before = known.get(day);
  if (before?.now === now) return before.late;
  const found = findLate(day, now);
  const late = before && isSame(before.late, found) ? before.late : found;
  known.set(day, { now, late });
  return late;
}

function findLate({ unassigned, deliveries, couriers }: PromisedDay, now: Instant): LateWork {
  const waiting = new Set(unassigned);
  const stops = couriers
    .flatMap(({ route }) => route.stops)
    .filter((stop) => !isFinished(stop) && isLate(promisedOf(stop), now));
  const late = deliveries.filter(
    ({ id, window }) => waiting.has(id) && isLate({ end: fromIso(window.end) }, now),
  );
  return {
    deliveries: new Set([...late.map(({ id }) => id), ...stops.map(({ deliveryId }) => deliveryId)]),
    stops: new Set(stops.map(({ taskId }) => taskId)),
  };
}

const isSame = (a: LateWork, b: LateWork): boolean =>
  hasSame(a.deliveries, b.deliveries) && hasSame(a.stops, b.stops);
const hasSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((one) => b.has(one));

/** How many stops of a route are late or will be, and how many are at risk. */
export const lateCounts = (stops: readonly PromisedStop[], now: Instant) => {
  const open = stops.filter((stop) => !isFinished(stop)).map(promisedOf);
  return {
    late: open.filter((one) => isLate(one, now)).length,
    risk: open.filter((one) => isAtRisk(one, now)).length,
  };
};
