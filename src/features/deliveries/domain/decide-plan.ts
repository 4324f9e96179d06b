import { advance } from "#kernel/machine.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { AssignCommand, DeclineCommand, UnassignCommand } from "./command.ts";
import type { DeliveryState, Task } from "./delivery.ts";
import type { DeliveryChange } from "./event.ts";
import { notClosed, permit, taskOf, wrongState } from "./guards.ts";
import type { Context } from "./policy.ts";
import { TASK_MACHINE } from "./task-lifecycle.ts";

const idsOf = (tasks: readonly Task[]): string[] => tasks.map((task) => task.id);

/** Gives tasks to a courier; those of another courier are taken away first, those already theirs left alone. */
export function decideAssign(
  delivery: DeliveryState,
  command: AssignCommand,
  context: Context,
): DeliveryChange[] {
  permit(context.actor, "dispatcher", "system");
  notClosed(delivery, "assign");
  const all = command.taskIds.map((id) => taskOf(delivery, id));
  const tasks = all.filter((task) => task.courierId !== command.courierId || task.state === "open");
  if (tasks.length === 0) throw wrongState(delivery, "assign");
  const taken = tasks.filter((task) => task.state !== "open");
  for (const task of taken) advance(TASK_MACHINE, task.state, "unassign");
  const given: DeliveryChange = {
    type: "delivery.assigned",
    taskIds: idsOf(tasks),
    courierId: command.courierId,
  };
  return taken.length === 0 ? [given] : [{ type: "delivery.unassigned", taskIds: idsOf(taken) }, given];
}

/** Unassigns tasks at which no courier has arrived. */
export function decideUnassign(
  delivery: DeliveryState,
  command: UnassignCommand,
  context: Context,
): DeliveryChange[] {
  permit(context.actor, "dispatcher", "system", "recipient");
  notClosed(delivery, "unassign");
  const tasks = command.taskIds.map((id) => taskOf(delivery, id));
  if (tasks.length === 0) throw wrongState(delivery, "unassign");
  for (const task of tasks) advance(TASK_MACHINE, task.state, "unassign");
  return [{ type: "delivery.unassigned", taskIds: idsOf(tasks) }];
}

/** A courier gives their own task back, where the organisation lets them. */
export function decideDecline(
  delivery: DeliveryState,
  command: DeclineCommand,
  context: Context,
): DeliveryChange[] {
  permit(context.actor, "courier");
  if (!context.policy.courierMayDecline) throw new Refusal("accounts.forbidden", { command: "decline" });
  notClosed(delivery, "decline");
  const task = taskOf(delivery, command.taskId);
  if (task.courierId !== context.actor.courierId)
    throw new Refusal("deliveries.not-yours", { taskId: task.id });
  advance(TASK_MACHINE, task.state, "decline");
  return [{ type: "delivery.declined", taskIds: [task.id], reason: command.reason }];
}
