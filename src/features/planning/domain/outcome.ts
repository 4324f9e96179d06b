import type { PlannedRoute, PlannedStop, PlanResult, Reason } from "#kernel/plan-request.ts";
import type { Carriage, DayJob, Stay } from "./day-job.ts";
import type { Lack } from "./means.ts";

/** Routes of a day in figures. */
export interface Figures {
  readonly seconds: number;
  readonly metres: number;
  readonly late: number;
  readonly open: number;
  readonly couriers: number;
  readonly longestSeconds: number;
  readonly shortestSeconds: number;
}

type Job = Pick<DayJob, "request" | "carriages" | "lacks">;

/** Why an order has another courier than published, as the planner tells it. */
export type MoveCause = { readonly order: string } & (
  | { readonly kind: "cannot"; readonly reasons: readonly Reason[] }
  | { readonly kind: "late"; readonly late: string; readonly by: number }
  | { readonly kind: "saves"; readonly seconds: number; readonly metres: number }
  | { readonly kind: "evens"; readonly seconds: number }
  | { readonly kind: "together" }
);

/** Why a delivery changes its courier. */
export type MoveReason =
  /** It had none. */
  | { readonly kind: "open" }
  /** The courier of before lacks a skill or a vehicle that may carry it, and nothing else explains the move. */
  | Lack
  /** The courier of before could not have it in this plan. */
  | { readonly kind: "cannot"; readonly reasons: readonly Reason[] }
  /** With the courier of before a promise would be broken, its own or another delivery's. */
  | { readonly kind: "late"; readonly deliveryId: string; readonly by: number }
  | { readonly kind: "saves"; readonly seconds: number; readonly metres: number }
  | { readonly kind: "evens"; readonly seconds: number }
  | { readonly kind: "together" };

/** A delivery that changes its courier; `from` is null for one that had none. */
interface Moved {
  readonly deliveryId: string;
  readonly from: string | null;
  readonly to: string;
  readonly because: MoveReason;
}

/** Task of a stop in a plan. */
export function taskOf(
  carriages: ReadonlyMap<string, Carriage>,
  { order, kind }: PlannedStop,
): { readonly id: string; readonly kind: Carriage["drop"]["kind"] } | undefined {
  const carriage = carriages.get(order);
  return kind === "pickup" ? carriage?.collect : carriage?.drop;
}

/** Delivery of an order: its own id, unless the order is one stop of a delivery that a plan cannot hold. */
export const deliveryOf = (carriages: ReadonlyMap<string, Carriage>, order: string): string =>
  carriages.get(order)?.deliveryId ?? order;

/** Deliveries that stay with their courier whatever is planned. */
export const stayedIn = ({
  carriages,
}: Pick<DayJob, "carriages">): { deliveryId: string; courierId: string; because: Stay }[] =>
  [...carriages.values()].flatMap(({ deliveryId, courierId, stays }) =>
    stays !== undefined && courierId !== null ? [{ deliveryId, courierId, because: stays }] : [],
  );

/** Orders that have no place, or a stop that begins after its window. */
function missed({ request }: Job, routes: readonly PlannedRoute[]): { open: Set<string>; late: Set<string> } {
  const orders = new Map(request.orders.map((order) => [order.id, order]));
  const open = new Set(orders.keys());
  const late = new Set<string>();
  for (const { order, kind, pickup = 0, start } of routes.flatMap(({ stops }) => stops)) {
    open.delete(order);
    const asked = orders.get(order);
    const stop = kind === "drop" ? asked?.drop : asked?.pickups[pickup];
    if (start > (stop?.windows.at(-1)?.[1] ?? Infinity)) late.add(order);
  }
  return { open, late };
}

function figuresOf(job: Job, routes: readonly PlannedRoute[]): Figures {
  const { open, late } = missed(job, routes);
  const used = routes.filter(({ stops }) => stops.length > 0);
  const shifts = new Map(job.request.couriers.map(({ id, shift }) => [id, shift[0]]));
  const hours = used.map(({ courier, end }) => end - (shifts.get(courier) ?? 0));
  return {
    seconds: used.reduce((sum, route) => sum + route.seconds, 0),
    metres: used.reduce((sum, route) => sum + route.metres, 0),
    late: late.size,
    open: open.size,
    couriers: used.length,
    longestSeconds: Math.max(0, ...hours),
    shortestSeconds: hours.length > 0 ? Math.min(...hours) : 0,
  };
}

/**
 * The planner's cause. It lets the courier of before keep what they lack a skill or a vehicle for, so that a lack is told only
 * where nothing else explains the move.
 */
function reasonOf({ lacks, carriages }: Job, order: string, cause: MoveCause | undefined): MoveReason {
  if (!cause || cause.kind === "together") return lacks.get(order) ?? { kind: "together" };
  if (cause.kind === "late")
    return { kind: "late", deliveryId: deliveryOf(carriages, cause.late), by: cause.by };
  const { order: _, ...reason } = cause;
  return reason;
}

/** Compares a plan with the day: figures before and after, who gets what, and which promises it mends. */
export function compared(
  job: Job,
  before: readonly PlannedRoute[],
  { routes, moved }: Pick<PlanResult, "routes"> & { readonly moved: readonly MoveCause[] },
): {
  readonly before: Figures;
  readonly after: Figures;
  readonly moves: readonly Moved[];
  readonly mended: readonly string[];
} {
  const [was, is] = [missed(job, before), missed(job, routes)];
  const causes = new Map(moved.map((cause) => [cause.order, cause]));
  const moves = routes.flatMap(({ courier, stops }) =>
    stops.flatMap(({ order, kind }) => {
      const from = job.carriages.get(order)?.courierId ?? null;
      return kind === "drop" && from !== courier
        ? [
            {
              deliveryId: deliveryOf(job.carriages, order),
              from,
              to: courier,
              because: from === null ? { kind: "open" as const } : reasonOf(job, order, causes.get(order)),
            },
          ]
        : [];
    }),
  );
  const mended = new Set(
    [...was.late, ...was.open]
      .filter((id) => !is.late.has(id) && !is.open.has(id))
      .map((id) => deliveryOf(job.carriages, id)),
  );
  return { before: figuresOf(job, before), after: figuresOf(job, routes), moves, mended: [...mended] };
}
