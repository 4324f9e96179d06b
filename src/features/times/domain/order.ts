import type { TaskKind, TaskState } from "#features/deliveries/domain/task-lifecycle.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";

/** A courier does not wait longer than this for a window while another stop is open. */
const LONGEST_WAIT_MS = 30 * MINUTE_MS;

/** Stop that is not done, as far as its turn depends on it. */
interface Waiting {
  readonly deliveryId: string;
  readonly kind: TaskKind;
  readonly state: TaskState;
  /** Start of its window. */
  readonly start: Instant;
}

/**
 * The stop that a courier does next: the one they are on the way to, else the first of the plan that is open soon, else
 * the one that opens first. Nothing is brought before it is collected.
 *
 * @param left stops in the order of the plan
 */
export function nextOf<S extends Waiting>(left: readonly S[], at: Instant): S | undefined {
  const toCollect = new Set(
    left.filter(({ kind }) => kind === "collect").map(({ deliveryId }) => deliveryId),
  );
  const free = left.filter(({ kind, deliveryId }) => kind === "collect" || !toCollect.has(deliveryId));
  return (
    free.find(({ state }) => state === "en_route") ??
    free.find(({ start }) => start <= at + LONGEST_WAIT_MS) ??
    free.toSorted((a, b) => a.start - b.start)[0]
  );
}
