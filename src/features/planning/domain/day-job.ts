import type { TaskKind, TaskState } from "#features/deliveries/domain/task-lifecycle.ts";
import { profileOf } from "#features/times/domain/leg.ts";
import { serviceTimeOf } from "#features/times/domain/service-time.ts";
import type { Point } from "#kernel/geo.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Courier, Order, PlanRequest, PublishedRoute, Stop } from "#kernel/plan-request.ts";
import type { Window } from "#kernel/window.ts";

/** A task that is still to be done. */
export interface DayTask {
  readonly id: string;
  readonly deliveryId: string;
  readonly kind: TaskKind;
  readonly state: TaskState;
  readonly courierId: string | null;
  readonly window: Window;
  readonly point: Point;
  readonly parcels: number;
  readonly massG: number;
  readonly custody: string;
}

export interface DayCourier {
  readonly id: string;
  readonly vehicle: string;
  readonly onDuty: boolean;
  readonly position: Point | null;
  /** Tasks on the route that are not over, in their order. */
  readonly taskIds: readonly string[];
}

/** A day as a plan sees it. */
export interface DayFacts {
  /** Beginning and end of work: now, or the first opening, until the last closing. */
  readonly work: Window;
  readonly isToday: boolean;
  readonly couriers: readonly DayCourier[];
  readonly tasks: readonly DayTask[];
  /** Deliveries whose money is not safe: nobody is sent for them. */
  readonly unsafe: ReadonlySet<string>;
}

/** A day as the planner reads it. Orders are deliveries. */
export interface DayJob {
  /** The moment that its seconds count from. */
  readonly from: Instant;
  readonly request: Omit<PlanRequest, "travel">;
  readonly points: readonly Point[];
  /** Deliveries that nobody has yet. */
  readonly open: ReadonlySet<string>;
}

/** Grams that each vehicle carries: a guess, since no vehicle says its own. */
const CARRIES_G: Readonly<Record<string, number>> = {
  foot: 15_000,
  bike: 25_000,
  cargo_bike: 100_000,
  moped: 40_000,
  car: 250_000,
  van: 900_000,
};
/** More than all driving of a day. */
const LEFT_OUT = 1_000_000;

/** Prices in seconds of driving: a metre, a second too late, a stop after another one than published. */
const PRICES = { perMetre: 0.05, late: 3, changeOrder: 60 } as const;
const SEED = 1;

/** Work of one delivery that a plan can hold: all with nobody or all with one courier, and the parcel where it says. */
interface Carriage {
  readonly deliveryId: string;
  readonly courierId: string | null;
  readonly collect: DayTask | undefined;
  readonly drop: DayTask;
}

/** Builds the planner's request from a day. Couriers with work that it cannot hold are left as they are. */
export function dayJobOf(facts: DayFacts): DayJob {
  const from = facts.work.start;
  const { carriages, apart } = carriagesOf(facts);
  const couriers = facts.couriers.filter(
    (one) => !apart.has(one.id) && (!facts.isToday || one.onDuty || one.taskIds.length > 0),
  );
  const present = new Set(couriers.map(({ id }) => id));
  const planned = carriages.filter(({ courierId, deliveryId }) =>
    courierId === null ? !facts.unsafe.has(deliveryId) : present.has(courierId),
  );
  const places = new Places();
  const second = (at: Instant): number => Math.round((at - from) / 1000);
  const stopOf = (task: DayTask): Stop => ({
    place: places.of(task.point),
    windows: [[second(task.window.start), second(task.window.end)]],
    service: serviceTimeOf(task).seconds,
    lateCost: PRICES.late,
  });
  const orders = planned.map(({ deliveryId, collect, drop }): Order => {
    const load = [drop.massG];
    return {
      id: deliveryId,
      pickups: collect ? [{ ...stopOf(collect), load }] : [],
      drop: stopOf(drop),
      load,
      skills: [],
      priority: 0,
    };
  });
  const end = Math.max(second(facts.work.end), ...planned.map(({ drop }) => second(drop.window.end)));
  const centre = centreOf(planned.map(({ collect, drop }) => (collect ?? drop).point));
  const heldBy = (id: string): Carriage[] => planned.filter(({ courierId }) => courierId === id);
  return {
    from,
    open: new Set(planned.flatMap(({ courierId, deliveryId }) => (courierId === null ? deliveryId : []))),
    request: {
      seed: SEED,
      orders,
      couriers: couriers.map((one): Courier => ({
        id: one.id,
        profile: profileOf(one.vehicle),
        start: places.of(one.position ?? heldBy(one.id)[0]?.drop.point ?? centre),
        end: null,
        shift: [0, end],
        capacity: [capacityOf(one, heldBy(one.id))],
        skills: [],
        breaks: [],
        cost: { fixed: 0, perSecond: 1, perMetre: PRICES.perMetre },
        onBoard: heldBy(one.id).flatMap(({ collect, deliveryId }) => (collect ? [] : deliveryId)),
      })),
      published: couriers.map((one) => publishedOf(one, heldBy(one.id))),
      weights: {
        left: LEFT_OUT,
        changeCourier: 0,
        changeOrder: PRICES.changeOrder,
        changeEta: 0,
      },
    },
    points: places.points,
  };
}

/** Distinct places by their index. */
class Places {
  readonly points: Point[] = [];
  readonly #known = new Map<string, number>();

  of(point: Point): number {
    const key = `${point.lon} ${point.lat}`;
    const known = this.#known.get(key) ?? this.points.push(point) - 1;
    this.#known.set(key, known);
    return known;
  }
}

const isBegun = ({ state }: DayTask): boolean => state === "en_route" || state === "arrived";

/** @returns nothing where a plan cannot hold the delivery: its work is shared, or its parcel is elsewhere */
function carriageOf(deliveryId: string, own: readonly DayTask[]): Carriage | undefined {
  const [courierId = null, ...others] = new Set(own.map((task) => task.courierId));
  const collect = own.find(({ kind }) => kind === "collect");
  const [drop, ...more] = own.filter(({ kind }) => kind !== "collect");
  if (!drop || more.length > 0 || others.length > 0) return undefined;
  const isCarried = drop.custody === "courier";
  const isHere = collect ? !isCarried : isCarried && courierId !== null;
  return isHere ? { deliveryId, courierId, collect, drop } : undefined;
}

/** @returns what the plan holds, and couriers with work that it cannot hold */
function carriagesOf({ tasks }: DayFacts): { carriages: Carriage[]; apart: Set<string> } {
  const byDelivery = new Map<string, DayTask[]>();
  for (const task of tasks)
    byDelivery.set(task.deliveryId, [...(byDelivery.get(task.deliveryId) ?? []), task]);
  const carriages: Carriage[] = [];
  const apart = new Set<string>();
  for (const [deliveryId, own] of byDelivery) {
    const carriage = carriageOf(deliveryId, own);
    if (carriage) carriages.push(carriage);
    else for (const { courierId } of own) if (courierId !== null) apart.add(courierId);
  }
  return { carriages, apart };
}

/** Stops in the order of the route; those that were begun come first and stay. */
function publishedOf(courier: DayCourier, held: readonly Carriage[]): PublishedRoute {
  const all = new Map<string, { order: string; kind: "pickup" | "drop"; task: DayTask }>(
    held.flatMap(({ deliveryId, collect, drop }) => [
      ...(collect
        ? [[collect.id, { order: deliveryId, kind: "pickup" as const, task: collect }] as const]
        : []),
      [drop.id, { order: deliveryId, kind: "drop" as const, task: drop }] as const,
    ]),
  );
  const stops = courier.taskIds.flatMap((id) => all.get(id) ?? []);
  const begun = stops.filter(({ task }) => isBegun(task));
  const rest = stops.filter(({ task }) => !isBegun(task));
  return {
    courier: courier.id,
    stops: [...begun, ...rest].map(({ order, kind }) => ({
      order,
      kind,
      ...(kind === "pickup" && { pickup: 0 }),
      eta: 0,
    })),
    locked: begun.length,
  };
}

/** Never less than what the courier has already. */
const capacityOf = ({ vehicle }: DayCourier, held: readonly Carriage[]): number =>
  Math.max(
    CARRIES_G[vehicle] ?? 0,
    held.reduce((sum, { drop }) => sum + drop.massG, 0),
  );

function centreOf(points: readonly Point[]): Point {
  const mean = (read: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + read(point), 0) / Math.max(1, points.length);
  return { lon: mean(({ lon }) => lon), lat: mean(({ lat }) => lat) };
}
