import type { TaskKind, TaskState } from "#features/deliveries/domain/task-lifecycle.ts";
import type { WorkDay } from "#features/shifts/domain/work-day.ts";
import { serviceTimeOf } from "#features/times/domain/service-time.ts";
import type { Point } from "#kernel/geo.ts";
import type { Instant } from "#kernel/instant.ts";
import type {
  Courier,
  Order,
  PlanRequest,
  PublishedRoute,
  PublishedStop,
  Stop,
  Weights,
} from "#kernel/plan-request.ts";
import { type PlanWishes, USUAL, weightsOf } from "#kernel/plan-wishes.ts";
import type { Window } from "#kernel/window.ts";
import { hasSkills, type Lack, lackOf, loadOf, mayCarry, meansOf, worksOn } from "./means.ts";

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
  /** Vehicles that may carry it; none: every one. */
  readonly vehicles: readonly string[];
  /** Skills that its courier must have. */
  readonly skills: readonly string[];
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
  /** Moments at which stops begin by what was said last, by task. */
  readonly said: ReadonlyMap<string, Instant>;
  /** Deliveries that a dispatcher pinned to their courier. */
  readonly pinned: ReadonlySet<string>;
  /** Deliveries whose money is not safe: nobody else is sent for them. */
  readonly unsafe: ReadonlySet<string>;
}

/** A day as the planner reads it. Orders are deliveries, or single stops of those that it cannot hold. */
export interface DayJob {
  /** The moment that its seconds count from. */
  readonly from: Instant;
  readonly request: Omit<PlanRequest, "travel">;
  readonly points: readonly Point[];
  /** Deliveries that nobody has yet. */
  readonly open: ReadonlySet<string>;
  /** Tasks of each order. */
  readonly carriages: ReadonlyMap<string, Carriage>;
  /** Skill or vehicle that the courier who has an order lacks for it, by order. */
  readonly lacks: ReadonlyMap<string, Lack>;
}

/** Part of a day that may change: of these couriers, with or without what is open; or these deliveries alone. */
export type DayPart =
  | { readonly kind: "all" }
  | { readonly kind: "couriers"; readonly courierIds: readonly string[]; readonly withOpen: boolean }
  | { readonly kind: "deliveries"; readonly deliveryIds: readonly string[] };

/** More than all driving of a day. */
const LEFT_OUT = 1_000_000;

/** Prices in seconds of driving: a metre, a second too late, a second that a stop which stays is moved. */
const PRICES = { perMetre: 0.05, late: 3, stayed: 1 } as const;
/** Weights of a question about one delivery: nothing else changes its courier. */
const ASKED = { ...weightsOf(USUAL, LEFT_OUT), changeCourier: 0, changeEta: 0 };
const SEED = 1;
/** Load of a stop beside the plan: its courier's vehicle is taken for smaller by it instead. */
const WEIGHTLESS = { massG: 0, parcels: 0, volumeMl: 0 } as const;

/** The planner's weights for a dispatcher's wishes. */
export const weightsFor = (wishes: PlanWishes): Weights => weightsOf(wishes, LEFT_OUT);

/** Why a delivery stays where it is: a dispatcher pinned it, or a plan cannot hold its work. */
export type Stay = "pinned" | "unplannable";

/**
 * Work of one order: a delivery that a plan can hold, all with nobody or all with one courier and the parcel where it says;
 * or one stop of another delivery, which stays.
 */
export interface Carriage {
  readonly orderId: string;
  readonly deliveryId: string;
  readonly courierId: string | null;
  readonly collect: DayTask | undefined;
  readonly drop: DayTask;
  readonly stays?: Stay;
}

/** Builds the planner's request from a day. Stops that it cannot hold stay where they are, and the rest is put around them. */
export function dayJobOf(
  facts: DayFacts,
  { weights = ASKED, part = { kind: "all" } }: { readonly weights?: Weights; readonly part?: DayPart } = {},
): DayJob {
  const from = facts.work.start;
  const couriers = facts.couriers.filter(
    (one) => worksOn(one, facts) && (part.kind !== "couriers" || part.courierIds.includes(one.id)),
  );
  const present = new Set(couriers.map(({ id }) => id));
  const planned = carriagesOf(facts).filter(({ courierId, deliveryId }) =>
    courierId === null
      ? !facts.unsafe.has(deliveryId) && mayComeIn(part, deliveryId)
      : present.has(courierId),
  );
  const chosen = part.kind === "deliveries" ? new Set(part.deliveryIds) : undefined;
  const isBound = ({ deliveryId, courierId, stays }: Carriage): boolean =>
    stays !== undefined ||
    chosen?.has(deliveryId) === false ||
    (courierId !== null && facts.unsafe.has(deliveryId));
  const places = new Places();
  const second = (at: Instant): number => Math.round((at - from) / 1000);
  const stopOf = (task: DayTask): Stop => ({
    place: places.of(task.point),
    windows: [[second(task.window.start), second(task.window.end)]],
    service: serviceTimeOf(task).seconds,
    lateCost: PRICES.late,
  });
  const orders = planned.map((carriage): Order => {
    const { orderId, courierId, collect, drop, stays } = carriage;
    const holder = couriers.find(({ id }) => id === courierId);
    // The planner would refuse the courier who has it already without them: that one keeps it, others are forbidden.
    const isKept = holder !== undefined && !hasSkills(holder, drop);
    const mayTake = (one: DayCourier): boolean =>
      !isBound(carriage) && mayCarry(one, drop, facts) && (!isKept || hasSkills(one, drop));
    const forbid = couriers.flatMap((one) => (one.id !== courierId && !mayTake(one) ? one.id : []));
    const load = loadOf(stays === "unplannable" ? WEIGHTLESS : drop);
    return {
      id: orderId,
      pickups: collect ? [{ ...stopOf(collect), load }] : [],
      drop: stopOf(drop),
      load,
      skills: isKept ? [] : drop.skills,
      priority: 0,
      ...(forbid.length > 0 && { forbid }),
    };
  });
  const lacks = planned.flatMap(({ orderId, courierId, drop }) => {
    const holder = couriers.find(({ id }) => id === courierId);
    const lack = holder && lackOf(holder, drop, facts);
    return lack ? [[orderId, lack] as const] : [];
  });
  const end = Math.max(second(facts.work.end), ...planned.map(({ drop }) => second(drop.window.end)));
  const centre = centreOf(planned.map(({ collect, drop }) => (collect ?? drop).point));
  const heldBy = (id: string): Carriage[] => planned.filter(({ courierId }) => courierId === id);
  return {
    from,
    carriages: new Map(planned.map((one) => [one.orderId, one])),
    lacks: new Map(lacks),
    open: new Set(planned.flatMap(({ courierId, deliveryId }) => (courierId === null ? deliveryId : []))),
    request: {
      seed: SEED,
      orders,
      couriers: couriers.map((one): Courier => ({
        id: one.id,
        ...meansOf(one, { day: facts, end, ...loadsOf(heldBy(one.id)) }),
        start: places.of(one.position ?? heldBy(one.id)[0]?.drop.point ?? centre),
        end: null,
        cost: { fixed: 0, perSecond: 1, perMetre: PRICES.perMetre },
        onBoard: heldBy(one.id).flatMap(({ collect, stays, orderId }) =>
          collect || stays === "unplannable" ? [] : orderId,
        ),
      })),
      published: couriers.map((one) =>
        publishedOf(one, heldBy(one.id), (id) => {
          const at = facts.said.get(id);
          return at === undefined ? {} : { eta: second(at) };
        }),
      ),
      weights,
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

/** Whether any courier may have it: open, or with somebody who has begun nothing of it. Pins and unsafe money hold it. */
export const mayChangeHands = (
  { deliveryId, courierId, collect, drop, stays }: Carriage,
  { unsafe }: Pick<DayFacts, "unsafe">,
): boolean =>
  stays === undefined &&
  (courierId === null ||
    (collect !== undefined && !isBegun(collect) && !isBegun(drop) && !unsafe.has(deliveryId)));

/** @returns nothing where a plan cannot hold the delivery: its work is shared, or its parcel is elsewhere */
function carriageOf(
  deliveryId: string,
  own: readonly DayTask[],
  pinned: ReadonlySet<string>,
): Carriage | undefined {
  const [courierId = null, ...others] = new Set(own.map((task) => task.courierId));
  const collect = own.find(({ kind }) => kind === "collect");
  const [drop, ...more] = own.filter(({ kind }) => kind !== "collect");
  if (!drop || more.length > 0 || others.length > 0) return undefined;
  const isCarried = drop.custody === "courier";
  const isHere = collect ? !isCarried : isCarried && courierId !== null;
  if (!isHere) return undefined;
  const isPinned = courierId !== null && pinned.has(deliveryId);
  return {
    orderId: deliveryId,
    deliveryId,
    courierId,
    collect,
    drop,
    ...(isPinned && { stays: "pinned" as const }),
  };
}

/** Deliveries that a plan can hold, and each stop of the others that a courier has. */
function carriagesOf({ tasks, pinned }: DayFacts): Carriage[] {
  const byDelivery = new Map<string, DayTask[]>();
  for (const task of tasks)
    byDelivery.set(task.deliveryId, [...(byDelivery.get(task.deliveryId) ?? []), task]);
  return [...byDelivery].flatMap(([deliveryId, own]) => {
    const carriage = carriageOf(deliveryId, own, pinned);
    return carriage ? [carriage] : own.flatMap((task) => visitOf(task) ?? []);
  });
}

const visitOf = (task: DayTask): Carriage | undefined =>
  task.courierId === null
    ? undefined
    : {
        orderId: task.id,
        deliveryId: task.deliveryId,
        courierId: task.courierId,
        collect: undefined,
        drop: task,
        stays: "unplannable",
      };

interface HeldStop {
  readonly order: string;
  readonly kind: "pickup" | "drop";
  readonly task: DayTask;
  readonly isStaying: boolean;
}

/** Stops in the order of the route; those that were begun come first and stay. */
function publishedOf(
  courier: DayCourier,
  held: readonly Carriage[],
  momentOf: (taskId: string) => Pick<PublishedStop, "eta">,
): PublishedRoute {
  const all = new Map<string, HeldStop>(
    held.flatMap(({ orderId, collect, drop, stays }) => {
      const own = { order: orderId, isStaying: stays !== undefined };
      return [
        ...(collect ? [[collect.id, { ...own, kind: "pickup" as const, task: collect }] as const] : []),
        [drop.id, { ...own, kind: "drop" as const, task: drop }] as const,
      ];
    }),
  );
  const stops = courier.taskIds.flatMap((id) => all.get(id) ?? []);
  const begun = stops.filter(({ task }) => isBegun(task));
  const rest = stops.filter(({ task }) => !isBegun(task));
  return {
    courier: courier.id,
    stops: [...begun, ...rest].map(({ order, kind, task, isStaying }) => ({
      order,
      kind,
      ...(kind === "pickup" && { pickup: 0 }),
      ...momentOf(task.id),
      ...(isStaying && { stays: true, etaPrice: PRICES.stayed }),
    })),
    locked: begun.length,
  };
}

/** Tasks of what a courier has: of deliveries that a plan holds, and single stops beside them. */
const loadsOf = (carriages: readonly Carriage[]): { held: DayTask[]; beside: DayTask[] } => ({
  held: carriages.flatMap(({ collect, drop, stays }) =>
    stays === "unplannable" ? [] : collect ? [collect, drop] : [drop],
  ),
  beside: carriages.flatMap(({ drop, stays }) => (stays === "unplannable" ? drop : [])),
});

function centreOf(points: readonly Point[]): Point {
  const mean = (read: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + read(point), 0) / Math.max(1, points.length);
  return { lon: mean(({ lon }) => lon), lat: mean(({ lat }) => lat) };
}
