import type { Plan, PlanOutcome } from "../contract/plans.ts";

type Route = PlanOutcome["routes"][number];
type Move = PlanOutcome["moves"][number];

/** A plan's change for one courier. */
export interface Part {
  readonly courierId: string;
  readonly route: Route;
  readonly came: readonly Move[];
  readonly went: readonly Move[];
  /** Deliveries that stay come in another order. */
  readonly isReordered: boolean;
}

/** Parts of a plan that change something, in the order of its routes. */
export function partsOf({ routes, moves }: PlanOutcome): Part[] {
  return routes.flatMap((route) => {
    const { courierId, before, after } = route;
    const came = moves.filter(({ to }) => to === courierId);
    const went = moves.filter(({ from }) => from === courierId);
    const stays = new Set(
      after.stops.map(({ taskId }) => taskId).filter((id) => before.taskIds.includes(id)),
    );
    const was = before.taskIds.filter((id) => stays.has(id));
    const is = after.stops.flatMap(({ taskId }) => (stays.has(taskId) ? taskId : []));
    const isReordered = was.join() !== is.join();
    return came.length + went.length > 0 || isReordered
      ? [{ courierId, route, came, went, isReordered }]
      : [];
  });
}

/** Couriers whose route has another revision than the plan saw. */
export const movedOn = (
  { routes }: PlanOutcome,
  couriers: readonly {
    readonly id: string;
    readonly name: string;
    readonly route: { readonly revision: number };
  }[],
): string[] => {
  const seen = new Map(routes.map(({ courierId, revision }) => [courierId, revision]));
  return couriers.flatMap(({ id, name, route }) =>
    (seen.get(id) ?? route.revision) === route.revision ? [] : name,
  );
};

/** Names of the couriers who were to be planned, and are not in the plan. */
export function apartOf(
  { scope, outcome }: Pick<Plan, "scope"> & { readonly outcome: PlanOutcome },
  couriers: readonly { readonly id: string; readonly name: string }[],
): string[] {
  const planned = new Set(outcome.routes.map(({ courierId }) => courierId));
  const asked = scope.kind === "couriers" ? new Set(scope.courierIds) : undefined;
  return couriers.flatMap(({ id, name }) => (planned.has(id) || asked?.has(id) === false ? [] : name));
}

/** Courier of each delivery in a plan, null for those left out. */
export const holdersIn = ({ routes, leftOut }: PlanOutcome): Map<string, string | null> =>
  new Map([
    ...leftOut.map(({ deliveryId }) => [deliveryId, null] as const),
    ...routes.flatMap(({ courierId, after }) =>
      after.stops.map(({ deliveryId }) => [deliveryId, courierId] as const),
    ),
  ]);
