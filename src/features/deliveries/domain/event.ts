import type { Instant } from "#kernel/instant.ts";
import type { Doer } from "./doer.ts";
import type { Outcome, Task } from "./delivery.ts";
import type { ProofNeed } from "#features/proofs/domain/needs.ts";
import type { TaskKind } from "./task-lifecycle.ts";

/** Public event name of each step, by kind of task. */
export const STEP_EVENTS = {
  collect: {
    started: "delivery.pickup_started",
    arrived: "delivery.at_pickup",
    succeeded: "delivery.collected",
    failed: "delivery.pickup_failed",
  },
  deliver: {
    started: "delivery.out_for_delivery",
    arrived: "delivery.at_dropoff",
    succeeded: "delivery.delivered",
    failed: "delivery.attempt_failed",
  },
  return: {
    started: "delivery.return_started",
    arrived: "delivery.at_return",
    succeeded: "delivery.returned",
    failed: "delivery.return_failed",
  },
} as const satisfies Record<TaskKind, Record<"started" | "arrived" | "succeeded" | "failed", string>>;

type Names = (typeof STEP_EVENTS)[TaskKind];
export type SteppedType = Names["started"] | Names["arrived"];
export type EndedType = Names["succeeded"] | Names["failed"];

/**
 * `inferred`: not reported, it follows from another fact. `planConflict`: true against the plan, a dispatcher must
 * check.
 */
interface Flags {
  readonly inferred?: true;
  readonly planConflict?: true;
}

export type NewTask = Pick<Task, "id" | "kind" | "tryNo">;

/** A change of a delivery. `cancelledTaskIds` are the pending tasks that the change made needless. */
export type DeliveryChange = Flags &
  (
    | {
        readonly type: "delivery.assigned" | "delivery.reopened";
        readonly taskIds: readonly string[];
        readonly courierId: string;
      }
    | { readonly type: "delivery.unassigned"; readonly taskIds: readonly string[] }
    | { readonly type: "delivery.declined"; readonly taskIds: readonly string[]; readonly reason: string }
    | { readonly type: "delivery.taken_over"; readonly taskId: string; readonly courierId: string }
    | { readonly type: SteppedType; readonly taskId: string }
    | {
        readonly type: EndedType;
        readonly taskId: string;
        readonly outcome: Outcome;
        /** Proofs that the policy demands and that did not come with the outcome. */
        readonly proofMissing: readonly ProofNeed[];
      }
    | {
        readonly type: "delivery.corrected";
        readonly taskId: string;
        readonly to: "succeeded" | "failed";
        readonly outcome: Outcome;
        readonly proofMissing: readonly ProofNeed[];
        readonly cancelledTaskIds: readonly string[];
      }
    | { readonly type: "delivery.retry_planned"; readonly task: NewTask }
    | {
        readonly type: "delivery.returning";
        readonly task: NewTask;
        readonly cancelledTaskIds: readonly string[];
      }
    | {
        readonly type: "delivery.cancelled" | "delivery.lost" | "delivery.disposed";
        readonly cancelledTaskIds: readonly string[];
        readonly note: string | null;
      }
    | { readonly type: "delivery.plan_withdrawn"; readonly cancelledTaskIds: readonly string[] }
    | { readonly type: "delivery.at_hub" | "delivery.loaded" }
    | { readonly type: "delivery.found"; readonly task: NewTask | null }
  );

/** Name of an event as people read it: a hand-out at the hub, or a part of the parcels, is an end of its own kind. */
export function toldAs(type: string, data: Readonly<Record<string, unknown>>): string {
  if (type === "delivery.delivered" && data["place"] === "hub") return "handed_out";
  const isPart = data["left"] !== undefined && Number(data["moved"]) > 0;
  if (isPart && type === STEP_EVENTS.collect.succeeded) return "collected_in_part";
  if (isPart && type === STEP_EVENTS.deliver.failed) return "delivered_in_part";
  return type.split(".")[1] ?? "";
}

/** A change with its command, its times and who caused it. Stored with the next number of the delivery's sequence. */
export type DeliveryEvent = DeliveryChange & {
  readonly commandId: string;
  readonly occurredAt: Instant;
  readonly recordedAt: Instant;
  readonly by: Doer;
};
