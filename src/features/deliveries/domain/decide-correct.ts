import { Refusal } from "#kernel/refusal.ts";
import { transitionOf } from "#kernel/machine.ts";
import type { CorrectCommand, Evidence } from "./command.ts";
import {
  type DeliveryState,
  type Outcome,
  type Task,
  isFinished,
  isPending,
  isUnderWay,
} from "./delivery.ts";
import { asked, evidenceOf, knownReason, mustSayWhy, timesOf } from "./decide-fact.ts";
import type { Doer } from "./doer.ts";
import type { DeliveryChange } from "./event.ts";
import { inCustodyOf, notClosed, permit, taskOf } from "./guards.ts";
import type { Context } from "./policy.ts";
import { missingProofs } from "#features/proofs/domain/needs.ts";
import { type EndByParcels, endByParcels, nameAt } from "./left-at.ts";
import { needsAt } from "./needs-at.ts";
import { isScanned } from "./scanned.ts";
import { TASK_KINDS, TASK_MACHINE } from "./task-lifecycle.ts";

/** Order in the life of a delivery: by kind, then by try; never by id. */
function isLater(than: Task, task: Task): boolean {
  const [a, b] = [TASK_KINDS.indexOf(than.kind), TASK_KINDS.indexOf(task.kind)];
  return b > a || (b === a && task.tryNo > than.tryNo);
}

/** A courier corrects their own outcome for some minutes between both taps, a dispatcher any with a note. */
function mayCorrect(task: Task, outcome: Outcome, command: CorrectCommand, { actor, policy }: Context): void {
  permit(actor, "courier", "dispatcher");
  const own = actor.courierId !== null && actor.courierId === task.courierId;
  const sinceOutcomeMs = command.sinceOutcomeMs ?? command.occurredAt - outcome.occurredAt;
  const inTime = sinceOutcomeMs <= policy.courierCorrectionMs;
  if (own && inTime) return;
  if (actor.role === "dispatcher") {
    if (!command.isReported) mustSayWhy(command.note);
    return;
  }
  if (!own) throw new Refusal("deliveries.not-yours", { taskId: task.id });
  throw new Refusal("deliveries.too-late-to-correct", { minutes: policy.courierCorrectionMs / 60_000 });
}

/**
 * Whether the outcome can still be undone.
 * A pickup is undone only while the courier has the parcels and no return is planned; any outcome only while no later
 * task has begun, and by a dispatcher who says that it worked, has ended; to say "delivered" or "returned" the courier
 * must have the parcels, or the hub where it was there. No word of the office ends what another courier has begun.
 *
 * @throws Refusal `deliveries.wrong-state`, `deliveries.other-courier-begun`, `deliveries.wrong-custody`
 */
function canUndo(delivery: DeliveryState, task: Task, command: CorrectCommand, role: Doer["role"]): void {
  const later = delivery.tasks.filter((other) => isLater(task, other));
  const undoesPickup = task.kind === "collect" && command.to === "failed";
  const returnPlanned = later.some((other) => other.kind === "return" && other.state !== "cancelled");
  const mayEndBegun = role === "dispatcher" && command.to === "succeeded";
  const isFixed = (other: Task) => isFinished(other) || (!mayEndBegun && other.startedAt !== null);
  if (later.some(isFixed) || (undoesPickup && returnPlanned)) {
    throw new Refusal("deliveries.wrong-state", {
      state: task.state,
      command: "correct",
      because: "later-task",
    });
  }
  if (later.some((other) => isUnderWay(other) && other.courierId !== task.courierId))
    throw new Refusal("deliveries.other-courier-begun", { taskId: task.id });
  if (task.kind === "collect") inCustodyOf(delivery, "correct", undoesPickup ? "courier" : "sender");
  else if (command.to === "succeeded") inCustodyOf(delivery, "correct", task.outcome?.place ?? "courier");
}

/** The pending tasks that the corrected outcome makes needless: a next try, or the way back. */
function needless(delivery: DeliveryState, task: Task, command: CorrectCommand): string[] {
  if (command.to === "failed") return [];
  const superseded = (other: Task): boolean => other.kind === task.kind || task.kind === "deliver";
  return delivery.tasks
    .filter((other) => isLater(task, other) && isPending(other) && superseded(other))
    .map((other) => other.id);
}

/**
 * The corrected end: of all parcels, or failed for those that were left at the door.
 *
 * @throws Refusal `deliveries.reason-unknown` for a correction to failed without a reason of this kind of task
 */
function correctedEnd(
  delivery: DeliveryState,
  task: Task,
  { to, left = [], reason: code }: CorrectCommand,
  context: Context,
): Omit<EndByParcels, "end"> {
  const { kind } = task;
  if (to === "succeeded") return endByParcels(delivery, task);
  const byParcels =
    kind === "deliver" && left.length > 0 ? endByParcels(delivery, task, left, context.reasons) : undefined;
  if (byParcels?.end === "failed") return byParcels;
  const reason = knownReason(kind, code ?? "", context);
  const needs = needsAt(delivery, kind, "fail", reason);
  return { moved: [], needs, said: { reason: reason.code, fault: reason.fault } };
}

/** Evidence of the corrected outcome with what the correction adds; new pictures first, each beside its kind. */
function added(before: Outcome, { proofIds = [], pictures = [], ...now }: CorrectCommand): Evidence {
  const isNew = (_: unknown, at: number) => !before.proofIds.includes(proofIds[at] ?? "");
  return {
    proofIds: [...proofIds.filter(isNew), ...before.proofIds],
    pictures: [...pictures.filter(isNew), ...(before.pictures ?? [])],
    codes: now.codes ?? before.codes,
    notScanned: now.notScanned ?? before.notScanned,
    ofAge: now.ofAge ?? before.ofAge,
    pinCheck: now.pinCheck ?? before.pinCheck,
  };
}

/** Reverses a task's outcome; the recorded one stays as an attempt. */
export function decideCorrect(
  delivery: DeliveryState,
  command: CorrectCommand,
  context: Context,
): DeliveryChange[] {
  notClosed(delivery, "correct");
  const task = taskOf(delivery, command.taskId);
  const { outcome: before, state } = task;
  if (!before || transitionOf(TASK_MACHINE, state, "correct")?.to !== command.to) {
    throw new Refusal("deliveries.wrong-state", { state, command: "correct" });
  }
  mayCorrect(task, before, command, context);
  canUndo(delivery, task, command, context.actor.role);
  const end = correctedEnd(delivery, task, command, context);
  const { moved, needs, said } = end;
  const outcome: Outcome = {
    ...said,
    recipientName: nameAt(end, command.recipientName ?? before.recipientName),
    note: command.note,
    ...evidenceOf(delivery, added(before, command)),
    ...(before.place && { place: before.place }),
    ...timesOf(command, context),
  };
  const proofMissing = missingProofs(asked(context, needs), {
    ...outcome,
    isScanned: isScanned(moved, outcome),
  });
  const cancelledTaskIds = needless(delivery, task, command);
  return [
    { type: "delivery.corrected", taskId: task.id, to: command.to, outcome, proofMissing, cancelledTaskIds },
  ];
}
