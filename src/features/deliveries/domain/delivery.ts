import type { Instant } from "#kernel/instant.ts";
import { MAX_ATTEMPTS } from "./limits.ts";
import type { LeftParcel } from "#features/parcels/domain/left.ts";
import type { DeliveryNeeds, PictureKind, PinCheck, ScanExcuse } from "#features/proofs/domain/needs.ts";
import type { Fault } from "#features/parcels/domain/reasons.ts";
import type { TaskKind, TaskState } from "./task-lifecycle.ts";

/** Holder of the parcels. `sender_again` is after a return. */
export const CUSTODIES = ["sender", "courier", "hub", "recipient", "sender_again"] as const;
export type Custody = (typeof CUSTODIES)[number];

/** Treatment of parcels that cannot be delivered. */
export const UNDELIVERABLE_ACTIONS = ["return_to_sender", "leave_safe", "hold_at_hub", "dispose"] as const;
export type UndeliverableAction = (typeof UNDELIVERABLE_ACTIONS)[number];

/** Ends that no task records. */
export type ClosedAs = "cancelled" | "lost" | "disposed";

/** End of a task: when it happened, and when it was recorded. `reason` and `fault` only for failures. */
export interface Outcome {
  readonly reason: string | null;
  readonly fault: Fault | null;
  readonly recipientName: string | null;
  readonly note: string | null;
  readonly proofIds: readonly string[];
  readonly codes?: readonly string[];
  readonly notScanned?: ScanExcuse;
  /** Kinds of the pictures that `proofIds` name. */
  readonly pictures?: readonly PictureKind[];
  /** The courier saw a document that says 18 years or more. */
  readonly ofAge?: true;
  /** Comparison of the PIN that the recipient said; the PIN itself is not kept here. */
  readonly pinCheck?: PinCheck;
  /** Handed over at our hub; absent at an address. */
  readonly place?: "hub";
  /** Parcels that did not change hands; absent where one word stands for all. */
  readonly left?: readonly LeftParcel[];
  readonly occurredAt: Instant;
  readonly recordedAt: Instant;
}

/** One recorded end of a task; a correction appends another and deletes none. */
export interface Attempt {
  readonly result: "succeeded" | "failed";
  readonly outcome: Outcome;
  readonly correction: boolean;
}

export interface Task {
  readonly id: string;
  readonly kind: TaskKind;
  /** Counts the tasks of its kind from 1, cancelled ones too. */
  readonly tryNo: number;
  readonly state: TaskState;
  readonly courierId: string | null;
  /** Couriers who had the task and lost it to a change of plan: they may still report facts. */
  readonly pastCourierIds: readonly string[];
  readonly startedAt: Instant | null;
  readonly arrivedAt: Instant | null;
  readonly outcome: Outcome | null;
  readonly attempts: readonly Attempt[];
}

/** One promise: from a pickup to a dropoff. Its public state is computed from this and never stored. */
export interface DeliveryState {
  readonly id: string;
  readonly tasks: readonly Task[];
  readonly custody: Custody;
  readonly closedAs: ClosedAs | null;
  readonly undeliverableAction: UndeliverableAction;
  readonly maxAttempts: number;
  /** Events so far, the first being `delivery.created`. */
  readonly version: number;
  /** Ids of the commands accepted so far: a repeated one changes nothing. */
  readonly acceptedCommandIds: readonly string[];
  /** Codes on the labels of its parcels; absent where the rules are tried without parcels. */
  readonly parcelCodes?: readonly string[];
  /** Needs by the policy of its booking; null or absent: the default ones. */
  readonly proofNeeds?: DeliveryNeeds | null;
}

export const isFinished = (task: Pick<Task, "state">): boolean =>
  task.state === "succeeded" || task.state === "failed";
export const isUnderWay = (task: Task): boolean => task.state === "en_route" || task.state === "arrived";
/** Neither finished nor cancelled. */
export const isPending = (task: Pick<Task, "state">): boolean =>
  !isFinished(task) && task.state !== "cancelled";

/** The latest task of a kind that was not cancelled. */
export function latest(delivery: Pick<DeliveryState, "tasks">, kind: TaskKind): Task | undefined {
  return delivery.tasks.findLast((task) => task.kind === kind && task.state !== "cancelled");
}

export function newTask(task: Pick<Task, "id" | "kind" | "tryNo">): Task {
  const { id, kind, tryNo } = task;
  return {
    id,
    kind,
    tryNo,
    state: "open",
    courierId: null,
    pastCourierIds: [],
    startedAt: null,
    arrivedAt: null,
    outcome: null,
    attempts: [],
  };
}

export interface Booking {
  readonly id: string;
  readonly collectTaskId: string;
  readonly deliverTaskId: string;
  readonly undeliverableAction?: UndeliverableAction;
  readonly maxAttempts?: number;
}

/** A delivery just booked, after its event `delivery.created` (version 1). */
export function newDelivery(booking: Booking): DeliveryState {
  return {
    id: booking.id,
    tasks: [
      newTask({ id: booking.collectTaskId, kind: "collect", tryNo: 1 }),
      newTask({ id: booking.deliverTaskId, kind: "deliver", tryNo: 1 }),
    ],
    custody: "sender",
    closedAs: null,
    undeliverableAction: booking.undeliverableAction ?? "return_to_sender",
    maxAttempts: booking.maxAttempts ?? MAX_ATTEMPTS,
    version: 1,
    acceptedCommandIds: [],
  };
}
