import type { LaterKind } from "#features/quotes/domain/price-rule.ts";
import type { Later } from "#features/quotes/domain/price.ts";
import type { Money } from "#kernel/money.ts";
import { type ClosedAs, isFinished } from "#features/deliveries/domain/delivery.ts";
import type { TaskKind, TaskState } from "#features/deliveries/domain/task-lifecycle.ts";

/** A task as far as it says who pays; of the record or as the screen reads it. */
export interface Tried {
  readonly id: string;
  readonly kind: TaskKind;
  readonly state: TaskState;
  readonly outcome: { readonly fault: string | null; readonly place?: "hub" | undefined } | null;
}

interface Ended {
  readonly tasks: readonly Tried[];
  readonly closedAs: ClosedAs | null;
}

/** Work that the sender pays beside the price. */
export interface LaterWork {
  readonly taskId: string;
  readonly kind: LaterKind;
}

const failedByOthers = (task: Tried | undefined): boolean =>
  task?.state === "failed" && (task.outcome?.fault === "sender" || task.outcome?.fault === "recipient");

/**
 * Work that the sender owes by now: each try after one that failed by the sender or the recipient, and the way back after
 * such a try. It is owed once it was done: not a try that failed by us or by nobody, nor one at our hub.
 */
export function laterWorkOf(tasks: readonly Tried[]): LaterWork[] {
  const tried = tasks.filter(isFinished);
  return tried.flatMap((task, at): LaterWork[] => {
    const { id: taskId, kind, state, outcome } = task;
    const before = tried.slice(0, at).findLast((one) => one.kind === kind);
    const isDone = outcome?.place !== "hub" && (state === "succeeded" || failedByOthers(task));
    const isBack = kind === "return" && state === "succeeded" && failedByOthers(lastDrop(tried));
    return [
      ...(isDone && failedByOthers(before) ? [{ taskId, kind: "extraAttempt" as const }] : []),
      ...(isBack ? [{ taskId, kind: "return" as const }] : []),
    ];
  });
}

/** Work that is asked for: cancelled and lost deliveries cost nothing more. */
export const askedWork = ({ tasks, closedAs }: Ended): LaterWork[] =>
  closedAs === "cancelled" || closedAs === "lost" ? [] : laterWorkOf(tasks);

const lastDrop = (tried: readonly Tried[]): Tried | undefined =>
  tried.findLast(({ kind }) => kind === "deliver");

/**
 * Cost for the sender of another try of what failed last, or of the way back, where it is planned now; null where it is
 * free.
 */
export function costOfNext(kind: LaterKind, tasks: readonly Tried[], later: Later | undefined): Money | null {
  const tried = tasks.filter(isFinished);
  const cause = kind === "return" ? lastDrop(tried) : tried.at(-1);
  const cost = later?.[kind];
  return cost && cost.minor > 0 && failedByOthers(cause) ? cost : null;
}
