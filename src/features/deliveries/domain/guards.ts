import { Refusal } from "#kernel/refusal.ts";
import type { Doer } from "./doer.ts";
import { type Custody, type DeliveryState, type Task, isUnderWay } from "./delivery.ts";
import type { DeliveryCommandName } from "./command.ts";
import { stateOf } from "./state.ts";

/** @throws Refusal `accounts.forbidden` */
export function permit(doer: Doer, ...roles: readonly Doer["role"][]): void {
  if (!roles.includes(doer.role)) throw new Refusal("accounts.forbidden", { role: doer.role });
}

export function wrongState(delivery: DeliveryState, command: DeliveryCommandName): Refusal {
  return new Refusal("deliveries.wrong-state", { state: stateOf(delivery), command });
}

/** @throws Refusal `deliveries.wrong-state` once cancelled, lost or disposed of */
export function notClosed(delivery: DeliveryState, command: DeliveryCommandName): void {
  if (delivery.closedAs) throw wrongState(delivery, command);
}

/** @throws Refusal `deliveries.wrong-state` while a courier is on the way or has arrived */
export function nothingUnderWay(delivery: DeliveryState, command: DeliveryCommandName): void {
  if (delivery.tasks.some(isUnderWay)) throw wrongState(delivery, command);
}

/** @throws Refusal `deliveries.wrong-custody` with facts `custody` and `command` */
export function inCustodyOf(
  delivery: DeliveryState,
  command: DeliveryCommandName,
  ...allowed: readonly Custody[]
): void {
  const { custody } = delivery;
  if (!allowed.includes(custody)) throw new Refusal("deliveries.wrong-custody", { custody, command });
}

/** @throws Refusal `deliveries.not-found` */
export function taskOf(delivery: DeliveryState, taskId: string): Task {
  const task = delivery.tasks.find((one) => one.id === taskId);
  if (!task) throw new Refusal("deliveries.not-found", { taskId });
  return task;
}

/**
 * Whether a courier speaks of a task that was taken away from them meanwhile: a fact against the plan.
 *
 * @throws Refusal `deliveries.not-yours` when the courier never had the task
 */
export function isAgainstPlan(task: Task, doer: Doer): boolean {
  if (doer.role !== "courier" || doer.courierId === null || task.courierId === doer.courierId) return false;
  if (task.pastCourierIds.includes(doer.courierId)) return true;
  throw new Refusal("deliveries.not-yours", { taskId: task.id });
}

/** @throws Refusal `deliveries.not-yours` when a courier never had any task of the delivery */
export function takesPart(delivery: DeliveryState, doer: Doer): void {
  const { role, courierId } = doer;
  if (role !== "courier") return;
  const theirs = (task: Task): boolean =>
    courierId !== null && (task.courierId === courierId || task.pastCourierIds.includes(courierId));
  if (!delivery.tasks.some(theirs)) throw new Refusal("deliveries.not-yours", { deliveryId: delivery.id });
}
