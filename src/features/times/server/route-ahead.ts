import { profileOf } from "#features/shifts/domain/vehicle.ts";
import type { Point } from "#kernel/geo.ts";
import { SECOND_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { RoadDistances } from "#server/geo/road-distances.ts";
import { type Leg, estimatedLeg } from "../domain/leg.ts";
import { nextOf } from "../domain/order.ts";
import type { Pause, RouteAhead, StopAhead } from "../domain/predict.ts";
import { type ServiceTime, serviceTimeOf } from "../domain/service-time.ts";
import type { RouteRead, TaskRow } from "./read-route.ts";

/** Stop ahead with the sources of its leg and service time. */
interface SourcedStop extends StopAhead {
  readonly task: TaskRow;
  readonly leg: Leg;
  readonly service: ServiceTime;
}

export interface SourcedRoute extends RouteAhead {
  readonly stops: readonly SourcedStop[];
}

const isEnded = ({ state }: TaskRow): boolean => state === "succeeded" || state === "failed";

export const serviceOf = ({ kind, parcels, learned }: TaskRow): ServiceTime =>
  serviceTimeOf(
    { kind, parcels },
    { place: learned?.place ?? undefined, vehicle: learned?.vehicle ?? undefined },
  );

const isAhead = ({ state }: TaskRow): boolean => state === "en_route" || state === "assigned";

interface Start {
  readonly at: Instant;
  readonly point: Point | undefined;
}

/** Place and time at which the courier was last: the newest position, or the stop that ended after it. */
function startOf({ position, tasks }: RouteRead, now: Instant): Start {
  const ended = tasks.filter(isEnded).reduce<Start | undefined>((last, { endedAt, point }) => {
    if (endedAt === null || endedAt > now || (last && last.at >= endedAt)) return last;
    return { at: endedAt, point };
  }, undefined);
  if (position && (!ended || position.at >= ended.at)) return position;
  return ended ?? { at: now, point: undefined };
}

/** Breaks that are not over, and the times between the shifts of a split day. */
export function pausesOf({ shifts }: Pick<RouteRead, "shifts">, now: Instant): Pause[] {
  const rests = shifts.flatMap(({ rests: own }): readonly Pause[] => own);
  const gaps = shifts.slice(1).map(({ window }, nth): Pause => {
    const end = shifts[nth]?.window.end ?? window.start;
    return { earliest: end, latest: end, seconds: 0, until: window.start };
  });
  return [...rests, ...gaps]
    .filter(({ latest, until }) => (until ?? latest) > now)
    .toSorted((a, b) => a.earliest - b.earliest);
}

/** Off duty, work begins with the next planned shift. */
const beginsAt = ({ onDuty, shifts }: RouteRead, now: Instant): Instant =>
  onDuty ? now : Math.max(now, shifts.find(({ window }) => window.end > now)?.window.start ?? now);

/** Puts a route's stops in turn and measures the way on the roads of its courier's vehicle: each leg asks once. */
export async function routeAhead(
  route: RouteRead,
  { courierId, now, roads }: { courierId: string; now: Instant; roads: RoadDistances | undefined },
): Promise<SourcedRoute> {
  const profile = profileOf(route.vehicle);
  const legOf = async (from: Point | undefined, to: Point): Promise<Leg> => {
    if (!from) return { seconds: 0, source: "estimated" };
    const way = await roads?.between(from, to, profile);
    return way ? { seconds: way.seconds, source: "road" } : estimatedLeg(from, to, profile);
  };
  const begins = beginsAt(route, now);
  const here = route.tasks.find(({ state }) => state === "arrived");
  const start = here ? { at: now, point: here.point } : startOf(route, now);
  const stops: SourcedStop[] = [];
  let left = route.tasks.filter(isAhead);
  let { at, point } = { ...start, at: begins > now ? begins : start.at };
  for (let task = nextOf(left, begins); task; task = nextOf(left, at)) {
    const { id, start: opens, end } = task;
    const [leg, service] = [await legOf(point, task.point), serviceOf(task)];
    const window = { start: opens, end };
    const said = task.said?.at;
    stops.push({
      taskId: id,
      legS: leg.seconds,
      serviceS: service.seconds,
      window,
      said,
      task,
      leg,
      service,
    });
    at = Math.max(begins, opens, at + leg.seconds * SECOND_MS) + service.seconds * SECOND_MS;
    point = task.point;
    left = left.filter((other) => other.id !== id);
  }
  return {
    now,
    seed: `${courierId} ${route.date}`,
    leavesAt: begins > now ? begins : Math.min(now, start.at),
    atStop: here
      ? { taskId: here.id, since: here.arrivedAt ?? now, serviceS: serviceOf(here).seconds }
      : null,
    stops,
    pauses: pausesOf(route, now),
  };
}

/** A stop of the day has begun or ended. */
export const hasBegun = ({ tasks }: RouteRead): boolean => tasks.some(({ state }) => state !== "assigned");
