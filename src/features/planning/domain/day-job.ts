import type { TaskKind, TaskState } from "#features/deliveries/domain/task-lifecycle.ts";
import type { WorkDay } from "#features/shifts/domain/work-day.ts";
import { serviceTimeOf } from "#features/times/domain/service-time.ts";
import type { Point } from "#kernel/geo.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Courier, Order, PlanRequest, PublishedRoute, Stop, Weights } from "#kernel/plan-request.ts";
import { type PlanWishes, USUAL, weightsOf } from "#kernel/plan-wishes.ts";
import type { Window } from "#kernel/window.ts";
import { loadOf, meansOf, worksOn } from "./means.ts";

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
  readonly volumeMl: number;
  readonly custody: string;
}

export interface DayCourier {
  readonly id: string;
  readonly work: WorkDay;
  readonly onDuty: boolean;
  readonly position: Point | null;
  readonly revision: number;
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
  /** Deliveries whose money is not safe: nobody else is sent for them. */
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
  /** Tasks of each delivery that the plan holds. */
  readonly carriages: ReadonlyMap<string, Carriage>;
}

/** Part of a day that may change: of these couriers, with or without what is open; or these deliveries alone. */
export type DayPart =
  | { readonly kind: "all" }
  | { readonly kind: "couriers"; readonly courierIds: readonly string[]; readonly withOpen: boolean }
  | { readonly kind: "deliveries"; readonly deliveryIds: readonly string[] };

/** More than all driving of a day. */
const LEFT_OUT = 1_000_000;

/** Prices in seconds of driving: a metre, a second too late. */
const PRICES = { perMetre: 0.05, late: 3 } as const;
/** Weights of a question about one delivery: nothing else changes its courier. */
const ASKED = { ...weightsOf(USUAL, LEFT_OUT), changeCourier: 0 };
const SEED = 1;

/** The planner's weights for a dispatcher's wishes. */
export const weightsFor = (wishes: PlanWishes): Weights => weightsOf(wishes, LEFT_OUT);

/** Work of one delivery that a plan can hold: all with nobody or all with one courier, and the parcel where it says. */
export interface Carriage {
  readonly deliveryId: string;
  readonly courierId: string | null;
  readonly collect: DayTask | undefined;
  readonly drop: DayTask;
}

/** Builds the planner's request from a day. Couriers with work that it cannot hold are left as they are. */
export function dayJobOf(
  facts: DayFacts,
  { weights = ASKED, part = { kind: "all" } }: { readonly weights?: Weights; readonly part?: DayPart } = {},
): DayJob {
  const from = facts.work.start;
  const { carriages, apart } = carriagesOf(facts);
  const couriers = facts.couriers.filter(
    (one) =>
      !apart.has(one.id) &&
      worksOn(one, facts) &&
      (part.kind !== "couriers" || part.courierIds.includes(one.id)),
  );
  const present = new Set(couriers.map(({ id }) => id));
  const planned = carriages.filter(({ courierId, deliveryId }) =>
    courierId === null
      ? !facts.unsafe.has(deliveryId) && mayComeIn(part, deliveryId)
      : present.has(courierId),
  );
  const chosen = part.kind === "deliveries" ? new Set(part.deliveryIds) : undefined;
  const stays = ({ deliveryId, courierId }: Carriage): boolean =>
    chosen?.has(deliveryId) === false || (courierId !== null && facts.unsafe.has(deliveryId));
  const places = new Places();
  const second = (at: Instant): number => Math.round((at - from) / 1000);
  const stopOf = (task: DayTask): Stop => ({
    place: places.of(task.point),
    windows: [[second(task.window.start), second(task.window.end)]],
    service: serviceTimeOf(task).seconds,
    lateCost: PRICES.late,
  });
  const orders = planned.map((carriage): Order => {
    const { deliveryId, courierId, collect, drop } = carriage;
    const load = loadOf(drop);
    return {
      id: deliveryId,
      pickups: collect ? [{ ...stopOf(collect), load }] : [],
      drop: stopOf(drop),
      load,
      skills: [],
      priority: 0,
      ...(stays(carriage) && {
        forbid: couriers.flatMap(({ id }) => (id === courierId ? [] : id)),
      }),
    };
  });
  const end = Math.max(second(facts.work.end), ...planned.map(({ drop }) => second(drop.window.end)));
  const centre = centreOf(planned.map(({ collect, drop }) => (collect ?? drop).point));
  const heldBy = (id: string): Carriage[] => planned.filter(({ courierId }) => courierId === id);
  return {
    from,
    carriages: new Map(planned.map((one) => [one.deliveryId, one])),
    open: new Set(planned.flatMap(({ courierId, deliveryId }) => (courierId === null ? deliveryId : []))),
    request: {
      seed: SEED,
      orders,
      couriers: couriers.map((one): Courier => ({
        id: one.id,
        ...meansOf(one, { day: facts, end, held: tasksOf(heldBy(one.id)) }),
        start: places.of(one.position ?? heldBy(one.id)[0]?.drop.point ?? centre),
        end: null,
        cost: { fixed: 0, perSecond: 1, perMetre: PRICES.perMetre },
        onBoard: heldBy(one.id).flatMap(({ collect, deliveryId }) => (collect ? [] : deliveryId)),
      })),
      published: couriers.map((one) => publishedOf(one, heldBy(one.id))),
      // Published moments are not known here.
      weights: { ...weights, changeEta: 0 },
    },
    points: places.points,
  };
}

const mayComeIn = (part: DayPart, deliveryId: string): boolean =>
  part.kind === "all" || (part.kind === "couriers" ? part.withOpen : part.deliveryIds.includes(deliveryId));

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

const tasksOf = (held: readonly Carriage[]): DayTask[] =>
  held.flatMap(({ collect, drop }) => (collect ? [collect, drop] : [drop]));

function centreOf(points: readonly Point[]): Point {
  const mean = (read: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + read(point), 0) / Math.max(1, points.length);
  return { lon: mean(({ lon }) => lon), lat: mean(({ lat }) => lat) };
}
