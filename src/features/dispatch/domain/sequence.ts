import { TASK_KINDS, type TaskKind, type TaskState } from "#features/deliveries/domain/task-lifecycle.ts";
import { Refusal } from "#kernel/refusal.ts";

/** A task in the order in which a courier means to do it. */
export interface PlannedStop {
  readonly taskId: string;
  readonly deliveryId: string;
  /** The delivery's number, for people. */
  readonly number: string;
  readonly kind: TaskKind;
  readonly state: TaskState;
}

const isOver = ({ state }: PlannedStop): boolean =>
  state === "succeeded" || state === "failed" || state === "cancelled";

export function remove<S extends PlannedStop>(stops: readonly S[], taskIds: ReadonlySet<string>): S[] {
  return stops.filter((stop) => !taskIds.has(stop.taskId));
}

/**
 * Lets a sequence pass in which everything is collected before it is delivered or returned; what is over counts no more.
 *
 * @throws Refusal `dispatch.order-of-stops` with fact `number`
 */
export function collectFirst(stops: readonly PlannedStop[]): void {
  const reached = new Map<string, number>();
  for (const stop of stops) {
    if (isOver(stop)) continue;
    const rank = TASK_KINDS.indexOf(stop.kind);
    if (rank < (reached.get(stop.deliveryId) ?? 0))
      throw new Refusal("dispatch.order-of-stops", { number: stop.number });
    reached.set(stop.deliveryId, rank);
  }
}

/** Before one of the moved ones themselves means before the next that stays. */
function indexBefore(
  stops: readonly PlannedStop[],
  moved: ReadonlySet<string>,
  beforeTaskId: string | null,
): number {
  const at = beforeTaskId === null ? stops.length : stops.findIndex((stop) => stop.taskId === beforeTaskId);
  if (at < 0) throw new Refusal("deliveries.not-found", { taskId: beforeTaskId ?? "" });
  return remove(stops.slice(0, at), moved).length;
}

/**
 * The sequence with some stops, old or new ones, put together before another one, or at the end. All others keep
 * their order; what is over stays where it is.
 *
 * @throws Refusal `deliveries.wrong-state` for a stop that is over, `deliveries.not-found` for an unknown neighbour,
 * `dispatch.order-of-stops` when something would be handed over before it is collected
 */
export function place<S extends PlannedStop>(
  stops: readonly S[],
  moved: readonly S[],
  beforeTaskId: string | null,
): S[] {
  const over = moved.find(isOver);
  if (over) throw new Refusal("deliveries.wrong-state", { state: over.state, command: "move" });
  const ids = new Set(moved.map((stop) => stop.taskId));
  const rest = remove(stops, ids);
  const index = indexBefore(stops, ids, beforeTaskId);
  const placed = [...rest.slice(0, index), ...moved, ...rest.slice(index)];
  collectFirst(placed);
  return placed;
}
