import type { DeliveryCommand } from "#features/deliveries/domain/command.ts";
import { decide } from "#features/deliveries/domain/decide.ts";
import { type DeliveryState, latest } from "#features/deliveries/domain/delivery.ts";
import { doerOf } from "#features/deliveries/domain/doer.ts";
import type { FailureReason } from "#features/parcels/domain/reasons.ts";
import { evolve } from "#features/deliveries/domain/evolve.ts";
import { DEFAULT_POLICY } from "#features/deliveries/domain/policy.ts";
import { stateOf } from "#features/deliveries/domain/state.ts";
import { type DeliveryRecord, type Who, notFound, windowFor } from "#features/deliveries/server/public.ts";
import { newId } from "#server/ids.ts";
import { handedOver } from "#features/desk-handover/domain/hand-over.ts";
import type { ForeseenAct } from "#features/delivery-pages/domain/foreseen-acts.ts";

interface Asked {
  readonly act: Exclude<ForeseenAct, "leave" | "disposal">;
  readonly taskId?: string | undefined;
  readonly reason?: string | undefined;
  readonly courierId?: string | undefined;
}

/** @throws Refusal `deliveries.not-found` */
function taskIn({ tasks }: DeliveryRecord, taskId: string): DeliveryRecord["tasks"][number] {
  const task = tasks.find(({ id }) => id === taskId.toLowerCase());
  if (!task) throw notFound({ id: taskId });
  return task;
}

/** The act as a command of somebody who has all that it takes: proofs and notes decide about nothing that is foreseen. */
function commandOf(
  before: DeliveryRecord,
  { act, taskId = "", reason, courierId = "" }: Asked,
  now: number,
): DeliveryCommand {
  const head = { commandId: newId(now), occurredAt: now, note: "?" };
  const ended = { ...head, recipientName: null, proofIds: [], unproven: true as const };
  if (act === "hand_out") {
    const task = latest(before, "deliver");
    return { ...ended, type: act, taskId: task?.id ?? "", version: before.version };
  }
  if (act === "hand_over") {
    // An exception names the task that its taker has; the office's own handover is of parcels that a courier holds.
    const task = taskId === "" ? handedOver(before, courierId) : taskIn(before, taskId);
    return { ...head, type: "assign", taskIds: [task.id], courierId };
  }
  if (act !== "correct") return { ...head, type: act };
  const task = taskIn(before, taskId);
  const to = task.state === "succeeded" ? "failed" : "succeeded";
  return { ...ended, type: act, taskId: task.id, to, reason: to === "failed" ? (reason ?? null) : null };
}

/** The delivery as the act would leave it. @throws Refusal as the act itself, and `deliveries.not-found` */
export function foresee(
  before: DeliveryRecord,
  asked: Asked,
  { actor, now, reasons }: Who & { readonly reasons: readonly FailureReason[] },
): DeliveryRecord {
  const context = { actor: doerOf(actor), now, policy: DEFAULT_POLICY, newTaskId: newId(now), reasons };
  const events = decide(before, commandOf(before, asked, now), context);
  const after = events.reduce<DeliveryState>(evolve, before);
  const tasks = after.tasks.map((task) => {
    const known = before.tasks.find(({ id }) => id === task.id);
    const window = known?.window ?? windowFor(task, before, now);
    const courierName = task.courierId === known?.courierId ? known.courierName : null;
    return { ...task, window, courierName, changedAt: now };
  });
  return { ...before, ...after, tasks, stateShown: stateOf(after) };
}
