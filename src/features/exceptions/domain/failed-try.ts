import type { DeliveryState } from "#features/deliveries/domain/delivery.ts";

/** Whether a try failed and nobody has decided since what becomes of the parcels. */
export function awaitsDecision(
  { tasks, closedAs }: Pick<DeliveryState, "tasks" | "closedAs">,
  taskId: string,
): boolean {
  const at = tasks.findIndex(({ id }) => id === taskId);
  const task = tasks[at];
  if (closedAs !== null || task?.state !== "failed") return false;
  // Behind a pickup stands the drop-off that was booked with it.
  return !tasks
    .slice(at + 1)
    .some(({ state, kind }) => state !== "cancelled" && (task.kind !== "collect" || kind === "collect"));
}
