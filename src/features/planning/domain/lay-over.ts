/** A plan's goal: where each delivery that changes its courier goes, and the order of each route. */
export interface Goal {
  readonly moves: readonly Move[];
  readonly routes: ReadonlyMap<string, readonly PlanStop[]>;
}

export interface Move {
  readonly deliveryId: string;
  readonly from: string | null;
  readonly to: string;
}

export interface PlanStop {
  readonly taskId: string;
  readonly deliveryId: string;
}

/** A stop of a route as it is now. */
export interface NowStop extends PlanStop {
  readonly state: string;
}

/** Open work of a delivery as it is now. */
export interface NowWork {
  readonly deliveryId: string;
  readonly stops: readonly (NowStop & { readonly courierId: string | null })[];
}

export interface Now {
  readonly routes: ReadonlyMap<string, readonly NowStop[]>;
  readonly work: readonly NowWork[];
  /** Deliveries for which nobody is to be sent now. */
  readonly stopped: ReadonlySet<string>;
  /** Deliveries that stay with their courier, their stops in the order that they have. */
  readonly pinned: ReadonlySet<string>;
}

export interface LaidOver {
  readonly holders: ReadonlyMap<string, string>;
  readonly sequences: ReadonlyMap<string, readonly string[]>;
  /** Deliveries that stay as they are because of what happened since the plan was made. */
  readonly overtaken: readonly string[];
}

/** Over, or begun: such a stop keeps its place. */
export const isSettled = ({ state }: { readonly state: string }): boolean =>
  state !== "open" && state !== "assigned";

/**
 * Lays a plan over a day that may have gone on. A delivery moves only where it still is where the plan saw it, nothing of
 * it was begun, it is not pinned and its work is not stopped; stops that are over or begun stay first; pinned stops keep
 * their order; stops that the plan does not know follow the stop that they followed.
 *
 * @param without couriers whose part is left out: nothing comes to them, and what they keep stays in its order
 */
export function layOver(goal: Goal, now: Now, without: ReadonlySet<string>): LaidOver {
  const work = new Map(now.work.map((one) => [one.deliveryId, one]));
  const holders = new Map<string, string>();
  const overtaken: string[] = [];
  for (const move of goal.moves) {
    if (without.has(move.to)) continue;
    const isBound = now.stopped.has(move.deliveryId) || now.pinned.has(move.deliveryId);
    if (!isBound && mayMove(move, goal, work.get(move.deliveryId))) holders.set(move.deliveryId, move.to);
    else overtaken.push(move.deliveryId);
  }
  const sequences = new Map(
    [...now.routes].map(([courierId, stops]) => {
      const kept = stops.filter((stop) => (holders.get(stop.deliveryId) ?? courierId) === courierId);
      const coming = (goal.routes.get(courierId) ?? []).filter(
        ({ deliveryId }) => holders.get(deliveryId) === courierId,
      );
      const wanted = without.has(courierId) ? kept : (goal.routes.get(courierId) ?? []);
      return [courierId, inOldOrder(sequenceOf(kept, coming, wanted), kept, now.pinned)] as const;
    }),
  );
  return { holders, sequences, overtaken };
}

function mayMove({ deliveryId, from, to }: Move, { routes }: Goal, work: NowWork | undefined): boolean {
  const planned = (routes.get(to) ?? []).flatMap((stop) =>
    stop.deliveryId === deliveryId ? stop.taskId : [],
  );
  return (
    work !== undefined &&
    work.stops.length === planned.length &&
    work.stops.every((stop) => planned.includes(stop.taskId) && stop.courierId === from && !isSettled(stop))
  );
}

/** Puts pinned stops in the order that they had, in the places that pinned stops have. */
function inOldOrder(list: readonly string[], before: readonly NowStop[], pinned: Now["pinned"]): string[] {
  const queue = before.flatMap((stop) =>
    pinned.has(stop.deliveryId) && !isSettled(stop) ? stop.taskId : [],
  );
  const own = new Set(queue);
  return list.map((id) => (own.has(id) ? (queue.shift() ?? id) : id));
}

/** Settled stops first, then the wanted order of what is there, then the rest behind what each followed. */
function sequenceOf(
  kept: readonly NowStop[],
  coming: readonly PlanStop[],
  wanted: readonly PlanStop[],
): string[] {
  const settled = kept.filter(isSettled).map(({ taskId }) => taskId);
  const first = new Set(settled);
  const here = new Map([...kept, ...coming].map((stop) => [stop.taskId, stop.deliveryId]));
  const list = [
    ...settled,
    ...wanted.flatMap(({ taskId }) => (here.has(taskId) && !first.has(taskId) ? taskId : [])),
  ];
  for (const [at, { taskId, deliveryId }] of kept.entries()) {
    if (list.includes(taskId)) continue;
    const own = list.findLastIndex((id) => here.get(id) === deliveryId && !first.has(id));
    const prior = at === 0 ? -1 : list.indexOf(kept[at - 1]?.taskId ?? "");
    const spot = Math.max(own, prior, settled.length - 1) + 1;
    list.splice(spot, 0, taskId);
  }
  return list;
}
