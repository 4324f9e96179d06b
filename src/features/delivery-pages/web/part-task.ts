import type { z } from "zod/mini";
import { codesAt } from "#features/parcels/domain/left.ts";
import type { ActionName, Delivery, Task } from "#features/deliveries/contract/shapes.ts";

export type Action = z.output<typeof ActionName>;

const PENDING: ReadonlySet<Task["state"]> = new Set(["assigned", "en_route", "arrived"]);

/** The task that an action is about: the one under way or next, or for a correction the last that ended. */
export function taskFor({ tasks }: Pick<Delivery, "tasks">, action: Action): Task | undefined {
  if (action === "correct")
    return tasks.findLast((task) => task.state === "succeeded" || task.state === "failed");
  return tasks.find((task) => PENDING.has(task.state));
}

/** A try whose parcels the office can tell apart, and whether it is recorded for the first time or corrected. */
export interface PartTask {
  readonly task: Task & { readonly kind: "collect" | "deliver" };
  readonly codes: readonly string[];
  readonly corrects: boolean;
}

type Parcelled = Pick<Delivery, "actions" | "tasks" | "parcelStates">;

/**
 * The pickup or handover under way, else the handover of everything that can still be corrected; as on a phone a pickup
 * is corrected as a whole. Undefined where the state allows neither, or one parcel leaves nothing to tell apart.
 */
export function partTaskOf(delivery: Parcelled): PartTask | undefined {
  const { actions } = delivery;
  if (actions.includes("succeed")) return told(delivery, taskFor(delivery, "succeed"), false);
  if (!actions.includes("correct")) return undefined;
  const last = taskFor(delivery, "correct");
  return last?.kind === "deliver" && last.state === "succeeded" ? told(delivery, last, true) : undefined;
}

function told(delivery: Parcelled, task: Task | undefined, corrects: boolean): PartTask | undefined {
  if (!task || task.kind === "return") return undefined;
  const parcelCodes = delivery.parcelStates.map(({ code }) => code);
  const codes = codesAt({ parcelCodes, tasks: delivery.tasks }, task);
  return codes.length > 1 ? { task: { ...task, kind: task.kind }, codes, corrects } : undefined;
}
