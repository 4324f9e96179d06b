import { type DeliveryState, type Task, isFinished } from "#features/deliveries/domain/delivery.ts";
import type { DeliveryEvent } from "#features/deliveries/domain/event.ts";
import { isSameLeft } from "#features/parcels/domain/left.ts";
import { tellMissing } from "#features/proofs/domain/needs.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { TaskBody } from "./report.ts";

export type Facts = Readonly<Record<string, string | number>>;

/** Judgement of one command, as the phone reads it. */
export interface Verdict {
  readonly verdict: "accepted" | "replayed" | "noted" | "conflict" | "refused" | "later";
  readonly code: string | null;
  readonly facts: Facts;
}

export const refused = (code: string, facts: Facts = {}): Verdict => ({ verdict: "refused", code, facts });
export const later = (code: string): Verdict => ({ verdict: "later", code, facts: {} });
export const accepted: Verdict = { verdict: "accepted", code: null, facts: {} };
const noted = (code: string): Verdict => ({ verdict: "noted", code, facts: {} });

/** Command that the delivery took. */
export interface Carried {
  readonly outcome: "accepted" | "replayed";
  readonly events: readonly DeliveryEvent[];
  /** Tag of the address of the task as it is now. */
  readonly addressTag: string;
}

/** Proofs that the policy demands and the command neither brought nor named. */
export const proofsMissing = ({ events }: Carried): readonly string[] =>
  events.flatMap((event) => ("proofMissing" in event ? tellMissing(event.proofMissing, event.outcome) : []));

/** Verdict of a command that the delivery took: against the plan, or as planned. */
export function verdictOfCarried(body: TaskBody, carried: Carried): Verdict {
  if (carried.outcome === "replayed") return { verdict: "replayed", code: null, facts: {} };
  if (carried.events.some((event) => event.planConflict === true))
    return { verdict: "conflict", code: "courier.taken-over", facts: {} };
  const seen = body.type === "succeed" ? body.addressTag : undefined;
  if (seen !== undefined && seen !== carried.addressTag)
    return { verdict: "conflict", code: "courier.address-changed", facts: {} };
  return accepted;
}

/** Refusals that say nothing of the delivery: it is not this courier's to speak of. */
const STRANGER = new Set(["deliveries.not-found", "deliveries.not-yours", "accounts.forbidden"]);

export const isStranger = ({ code }: Pick<Refusal, "code">): boolean => STRANGER.has(code);

/**
 * Verdict of a command that the rules refused: evidence only where it changes nothing any more, else refused.
 */
export function verdictOfRefused(
  body: TaskBody,
  delivery: DeliveryState | undefined,
  refusal: Refusal,
): Verdict {
  const task = delivery?.tasks.find((one) => one.id === body.taskId);
  const asIs = refused(refusal.code, refusal.facts);
  if (!delivery || !task || isStranger(refusal)) return asIs;
  switch (body.type) {
    case "start":
    case "arrive":
      return noted("courier.step-passed");
    case "correct":
      return task.state === body.to ? noted("courier.same-outcome") : asIs;
    case "succeed":
    case "fail":
      return verdictOfEnd(body, { delivery, task }) ?? asIs;
  }
}

/** True where the report says the same of the task and of each of its parcels. */
function isSameEnd(body: Extract<TaskBody, { readonly type: "succeed" | "fail" }>, task: Task): boolean {
  const { left = [] } = task.outcome ?? {};
  if (body.type === "fail") return task.state === "failed" && left.length === 0;
  return (task.state === "succeeded" || left.length > 0) && isSameLeft(left, body.left);
}

/** Verdict of an outcome whose task ended otherwise meanwhile; undefined where it did not. */
function verdictOfEnd(
  body: Extract<TaskBody, { readonly type: "succeed" | "fail" }>,
  { delivery, task }: { readonly delivery: DeliveryState; readonly task: Task },
): Verdict | undefined {
  if (isFinished(task)) {
    const isSame = isSameEnd(body, task);
    return isSame ? noted("courier.same-outcome") : refused("courier.other-outcome", { state: task.state });
  }
  if (task.state !== "cancelled" && delivery.closedAs === null) return undefined;
  return body.type === "succeed"
    ? refused("courier.parcel-in-hand", { kind: task.kind, closedAs: delivery.closedAs ?? "task" })
    : noted("courier.cancelled-meanwhile");
}
