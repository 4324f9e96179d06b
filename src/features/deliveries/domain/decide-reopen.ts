import type { ReopenCommand } from "./command.ts";
import type { DeliveryState } from "./delivery.ts";
import type { DeliveryChange } from "./event.ts";
import { permit, wrongState } from "./guards.ts";
import type { Context } from "./policy.ts";

/**
 * Tasks that reopening a cancelled delivery brings back: its last pickup and its last drop-off, where cancelling ended both.
 * Empty for any other delivery.
 */
export function reopenedTaskIds({ tasks, closedAs }: Pick<DeliveryState, "tasks" | "closedAs">): string[] {
  if (closedAs !== "cancelled") return [];
  const last = (["collect", "deliver"] as const).map((kind) => tasks.findLast((task) => task.kind === kind));
  const ended = last.flatMap((task) => (task?.state === "cancelled" ? task.id : []));
  return ended.length === last.length ? ended : [];
}

/** Takes a cancellation back, since the parcels were collected all the same: facts beat plans. */
export function decideReopen(
  delivery: DeliveryState,
  { type, taskId, courierId }: ReopenCommand,
  { actor }: Context,
): DeliveryChange[] {
  permit(actor, "dispatcher");
  const taskIds = reopenedTaskIds(delivery);
  if (!taskIds.includes(taskId)) throw wrongState(delivery, type);
  return [{ type: "delivery.reopened", taskIds, courierId }];
}
