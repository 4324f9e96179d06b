import type { ActionName } from "#features/deliveries/domain/actions.ts";
import type { Task } from "#features/deliveries/domain/delivery.ts";
import { type FailureReason, type NextAction, reasonOf } from "#features/parcels/domain/reasons.ts";

/** Acts of the desk that the next actions come to; the others are talks with people. */
const ACT_OF: Readonly<Partial<Record<NextAction, ActionName>>> = {
  retry: "retry",
  wait_then_retry: "retry",
  reschedule: "retry",
  reassign: "retry",
  hub: "to_hub",
  return: "send_back",
  cancel: "cancel",
};

/** A try as far as its reason can be told. */
type Failed = Pick<Task, "kind" | "state"> & { readonly outcome: { readonly reason: string | null } | null };

/** The reason of a try that failed, as the company has it. */
const reasonIn = (
  { kind, state, outcome }: Failed,
  reasons: readonly FailureReason[],
): FailureReason | undefined =>
  state === "failed" ? reasonOf(kind, outcome?.reason ?? "", reasons) : undefined;

/** The usual next action after a try; undefined where it did not fail for a known reason. */
export const nextActionOf = (
  task: Failed | undefined,
  reasons: readonly FailureReason[],
): NextAction | undefined => task && reasonIn(task, reasons)?.nextAction;

export interface UsualAct {
  readonly reason: string;
  readonly act: ActionName;
}

/** The usual next act of the desk where the last try failed, if its state allows it now. */
export function usualAct(
  { tasks, actions }: { readonly tasks: readonly Failed[]; readonly actions: readonly ActionName[] },
  reasons: readonly FailureReason[],
): UsualAct | undefined {
  const tried = tasks.filter(({ state }) => state !== "cancelled");
  // Behind a pickup that failed the drop-off stands as it was booked.
  const pickup = tried.findLast(({ kind }) => kind === "collect");
  const last = pickup?.state === "failed" ? pickup : tried.at(-1);
  const reason = last && reasonIn(last, reasons);
  const act = reason && ACT_OF[reason.nextAction];
  return reason && act !== undefined && actions.includes(act) ? { reason: reason.code, act } : undefined;
}
