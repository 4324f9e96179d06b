import { Refusal } from "#kernel/refusal.ts";
import type { HandleCommand } from "./command.ts";
import { type DeliveryState, type Task, isFinished, isPending, latest } from "./delivery.ts";
import type { DeliveryChange, NewTask } from "./event.ts";
import { inCustodyOf, notClosed, nothingUnderWay, permit, takesPart, wrongState } from "./guards.ts";
import type { Context } from "./policy.ts";
import { type DeliveryStateName, stateOf } from "./state.ts";
import type { TaskKind } from "./task-lifecycle.ts";

type Rule = (delivery: DeliveryState, command: HandleCommand, context: Context) => DeliveryChange[];

const pendingIds = (tasks: readonly Task[]): string[] => tasks.filter(isPending).map((task) => task.id);
/** Tries of a courier: a hand-out at the hub that was none uses up nothing. */
const triesOf = (delivery: DeliveryState, kind: TaskKind): number =>
  delivery.tasks.filter((task) => task.kind === kind && isFinished(task) && !task.outcome?.place).length;

/** Numbers every task of a kind, also cancelled ones. */
const nextTryNo = (delivery: DeliveryState, kind: TaskKind): number =>
  delivery.tasks.filter((task) => task.kind === kind).length + 1;

const RETRIED: Partial<Record<DeliveryStateName, TaskKind>> = {
  pickup_failed: "collect",
  attempt_failed: "deliver",
  returning: "return",
};

/** Plans another try of what failed; tries of returning are not counted, the parcels must get somewhere. */
const retry: Rule = (delivery, command, { actor, newTaskId }) => {
  permit(actor, "dispatcher", "system", "recipient");
  const kind = RETRIED[stateOf(delivery)];
  if (!kind || latest(delivery, kind)?.state !== "failed") throw wrongState(delivery, command.type);
  const used = triesOf(delivery, kind);
  if (kind !== "return" && used >= delivery.maxAttempts) {
    throw new Refusal("deliveries.no-attempts-left", { used, max: delivery.maxAttempts });
  }
  return [
    { type: "delivery.retry_planned", task: { id: newTaskId, kind, tryNo: nextTryNo(delivery, kind) } },
  ];
};

const SENT_BACK: readonly DeliveryStateName[] = ["collected", "at_hub", "attempt_failed"];

const sendBack: Rule = (delivery, command, { actor, newTaskId }) => {
  permit(actor, "dispatcher", "system", "recipient");
  const state = stateOf(delivery);
  if (!SENT_BACK.includes(state) || (actor.role === "recipient" && state !== "attempt_failed"))
    throw wrongState(delivery, command.type);
  const task: NewTask = { id: newTaskId, kind: "return", tryNo: nextTryNo(delivery, "return") };
  return [{ type: "delivery.returning", task, cancelledTaskIds: pendingIds(delivery.tasks) }];
};

/** Takes back what was planned after a missed try, another one or the way back, while nobody is on the way for it. */
const withdraw: Rule = (delivery, command, { actor }) => {
  permit(actor, "dispatcher", "system", "recipient");
  notClosed(delivery, command.type);
  nothingUnderWay(delivery, command.type);
  const ids = pendingIds(delivery.tasks);
  const left = delivery.tasks.filter(({ id }) => !ids.includes(id));
  if (ids.length === 0 || stateOf({ ...delivery, tasks: left }) !== "attempt_failed")
    throw wrongState(delivery, command.type);
  return [{ type: "delivery.plan_withdrawn", cancelledTaskIds: ids }];
};

/** Only before collection; from then on a delivery is sent back. */
const cancel: Rule = (delivery, command, { actor }) => {
  permit(actor, "sender", "dispatcher", "system");
  notClosed(delivery, command.type);
  if (delivery.custody !== "sender") throw wrongState(delivery, command.type);
  return [{ type: "delivery.cancelled", cancelledTaskIds: pendingIds(delivery.tasks), note: command.note }];
};

const toHub: Rule = (delivery, command, { actor }) => {
  permit(actor, "courier", "dispatcher");
  takesPart(delivery, actor);
  notClosed(delivery, command.type);
  inCustodyOf(delivery, command.type, "courier");
  nothingUnderWay(delivery, command.type);
  return [{ type: "delivery.at_hub" }];
};

const load: Rule = (delivery, command, { actor }) => {
  permit(actor, "courier", "dispatcher");
  takesPart(delivery, actor);
  notClosed(delivery, command.type);
  inCustodyOf(delivery, command.type, "hub");
  return [{ type: "delivery.loaded" }];
};

const lose: Rule = (delivery, command, { actor }) => {
  permit(actor, "dispatcher");
  notClosed(delivery, command.type);
  inCustodyOf(delivery, command.type, "courier", "hub");
  return [{ type: "delivery.lost", cancelledTaskIds: pendingIds(delivery.tasks), note: command.note }];
};

/** Finds a lost delivery at the hub; the tasks that losing it had cancelled are planned again. */
const find: Rule = (delivery, command, { actor, newTaskId }) => {
  permit(actor, "dispatcher");
  if (delivery.closedAs !== "lost") throw wrongState(delivery, command.type);
  const onward = latest(delivery, "deliver") ?? latest(delivery, "return");
  const kind = delivery.tasks.findLast((task) => task.kind !== "collect")?.kind;
  const again = !onward && kind ? { id: newTaskId, kind, tryNo: nextTryNo(delivery, kind) } : null;
  return [{ type: "delivery.found", task: again }];
};

/** Only where the sender agreed to it. */
const dispose: Rule = (delivery, command, { actor }) => {
  permit(actor, "courier", "dispatcher");
  takesPart(delivery, actor);
  notClosed(delivery, command.type);
  inCustodyOf(delivery, command.type, "courier", "hub");
  nothingUnderWay(delivery, command.type);
  const { undeliverableAction } = delivery;
  if (undeliverableAction !== "dispose") {
    throw new Refusal("deliveries.wrong-state", {
      state: stateOf(delivery),
      command: command.type,
      undeliverableAction,
    });
  }
  return [{ type: "delivery.disposed", cancelledTaskIds: pendingIds(delivery.tasks), note: command.note }];
};

const RULES: Readonly<Record<HandleCommand["type"], Rule>> = {
  retry,
  send_back: sendBack,
  withdraw,
  cancel,
  to_hub: toHub,
  load,
  lose,
  find,
  dispose,
};

/** Decides commands about a delivery as a whole. */
export const decideHandle: Rule = (delivery, command, context) =>
  RULES[command.type](delivery, command, context);
