import { Refusal } from "#kernel/refusal.ts";
import type { DeliveryCommand } from "./command.ts";
import { decide } from "./decide.ts";
import { type DeliveryState, type Task, latest } from "./delivery.ts";
import type { Context } from "./policy.ts";
import { reasonsFor } from "#features/parcels/domain/reasons.ts";

const TASK_ACTIONS = ["start", "arrive", "succeed", "fail", "correct"] as const;
const HANDLE_ACTIONS = [
  "cancel",
  "retry",
  "hand_out",
  "send_back",
  "to_hub",
  "load",
  "lose",
  "find",
  "dispose",
] as const;
type TaskAction = (typeof TASK_ACTIONS)[number];
type HandleAction = (typeof HANDLE_ACTIONS)[number];
/** Actions on a delivery that a person can be offered. */
export type ActionName = TaskAction | HandleAction;

/** A command of that name as a willing person would fill it in. */
function taskCommand(type: TaskAction, task: Task, occurredAt: number): DeliveryCommand {
  const head = { commandId: "", occurredAt, taskId: task.id, note: "?", recipientName: null };
  const recorded = { ...head, offline: true, proofIds: [] };
  const reason = reasonsFor(task.kind)[0]?.code ?? "";
  switch (type) {
    case "start":
    case "arrive":
      return { ...recorded, type };
    case "succeed":
      return { ...recorded, type };
    case "fail":
      return { ...recorded, type, reason };
    case "correct":
      break;
  }
  return { ...head, type, to: task.state === "failed" ? "succeeded" : "failed", reason };
}

function wholeCommand(type: HandleAction, delivery: DeliveryState, occurredAt: number): DeliveryCommand {
  const head = { commandId: "", occurredAt, note: "?" };
  if (type !== "hand_out") return { ...head, type };
  const taskId = latest(delivery, "deliver")?.id ?? "";
  const { version } = delivery;
  return { ...head, type, taskId, version, recipientName: null, proofIds: [], unproven: true };
}

function isAccepted(delivery: DeliveryState, command: DeliveryCommand, context: Context): boolean {
  try {
    return decide(delivery, command, context).length > 0;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Lists this caller's actions on the task now. */
export function taskActionsOf(delivery: DeliveryState, task: Task, context: Context): ActionName[] {
  return TASK_ACTIONS.filter((type) => isAccepted(delivery, taskCommand(type, task, context.now), context));
}

/** Lists this caller's actions now: on at least one of the tasks, or on the delivery as a whole. */
export function actionsOf(delivery: DeliveryState, context: Context): ActionName[] {
  const onTasks = new Set(delivery.tasks.flatMap((task) => taskActionsOf(delivery, task, context)));
  const onWhole = HANDLE_ACTIONS.filter((type) =>
    isAccepted(delivery, wholeCommand(type, delivery, context.now), context),
  );
  return [...TASK_ACTIONS.filter((type) => onTasks.has(type)), ...onWhole];
}
