import { Refusal } from "#kernel/refusal.ts";
import { fromIso, type Instant, toIso } from "#kernel/instant.ts";
import type { DeliveryCommand } from "#features/deliveries/domain/command.ts";
import { decide } from "#features/deliveries/domain/decide.ts";
import {
  type Custody,
  type DeliveryState,
  type Outcome,
  type Task,
  isPending,
  newTask,
} from "#features/deliveries/domain/delivery.ts";
import { evolve } from "#features/deliveries/domain/evolve.ts";
import { COURIER_CORRECTION_MS } from "#features/deliveries/domain/limits.ts";
import { DEFAULT_POLICY } from "#features/deliveries/domain/policy.ts";
import { type LeftParcel, codesAt } from "#features/parcels/domain/left.ts";
import type { FailureReason } from "#features/parcels/domain/reasons.ts";
import type { TaskKind, TaskState } from "#features/deliveries/domain/task-lifecycle.ts";

/** A stop of the stored day, as far as unsent commands change it. */
export interface PlannedStop {
  readonly taskId: string;
  readonly deliveryId: string;
  readonly kind: TaskKind;
  readonly state: TaskState;
  readonly blocked: boolean;
  readonly correctableUntil: string | null;
  /** Parcels with which the stop has to do; absent where the rules are tried without parcels. */
  readonly parcels?: readonly { readonly code: string }[];
}

/** A recorded command that the server has not answered yet. */
export interface Unsent {
  readonly id: string;
  readonly type: string;
  /** JSON as it was frozen. */
  readonly body: string;
  readonly wall: Instant;
}

/** The courier of this phone; the stored day holds no other. */
const ME = "me";

/**
 * The day's stops with the unsent commands laid over them, by the rules that the server will use. A command that the
 * stored day contradicts changes nothing here: the server decides about it.
 */
export function layOver<S extends PlannedStop>(
  stops: readonly S[],
  unsent: readonly Unsent[],
  now: Instant,
  reasons?: readonly FailureReason[],
): S[] {
  const deliveries = new Map<string, DeliveryState>();
  for (const command of unsent) {
    const read = commandOf(command);
    if (!read) continue;
    const before = deliveries.get(read.deliveryId) ?? deliveryOf(stops, read.deliveryId);
    deliveries.set(read.deliveryId, after(before, read.command, reasons));
  }
  return stops.map((stop) => shown(stop, deliveries.get(stop.deliveryId), now));
}

/** The stop as the delivery now has it, with the time until which its outcome can be corrected. */
function shown<S extends PlannedStop>(stop: S, delivery: DeliveryState | undefined, now: Instant): S {
  const task = delivery?.tasks.find((one) => one.id === stop.taskId);
  if (!delivery || !task) return { ...stop, correctableUntil: stillOpen(stop.correctableUntil, now) };
  const until = task.outcome && toIso(task.outcome.recordedAt + COURIER_CORRECTION_MS);
  return {
    ...stop,
    state: task.state,
    ...(stop.parcels && {
      parcels: stop.parcels.filter(({ code }) => codesAt(delivery, task).includes(code)),
    }),
    blocked: isPending(task) && task.kind !== "collect" && delivery.custody !== "courier",
    correctableUntil: isPending(task) || hasLater(delivery, task) ? null : stillOpen(until, now),
  };
}

const stillOpen = (until: string | null, now: Instant): string | null =>
  until !== null && fromIso(until) > now ? until : null;

/** A later task has begun, so the outcome before it stands. */
const hasLater = (delivery: DeliveryState, task: Task): boolean =>
  task.kind === "collect" &&
  delivery.tasks.some((other) => other.kind !== "collect" && (other.startedAt !== null || !isPending(other)));

function after(
  delivery: DeliveryState,
  command: DeliveryCommand,
  reasons: readonly FailureReason[] | undefined,
): DeliveryState {
  const context = {
    actor: { role: "courier", courierId: ME },
    now: command.occurredAt,
    policy: DEFAULT_POLICY,
    newTaskId: "",
    reasons,
  } as const;
  try {
    return decide(delivery, command, context).reduce(evolve, delivery);
  } catch (error) {
    if (error instanceof Refusal) return delivery;
    throw error;
  }
}

/** A delivery as its stops of the day tell it: what other couriers do with it is not on the phone. */
function deliveryOf(stops: readonly PlannedStop[], id: string): DeliveryState {
  const own = stops.filter((stop) => stop.deliveryId === id);
  return {
    id,
    tasks: own.map(taskOf),
    custody: custodyOf(own),
    closedAs: null,
    undeliverableAction: "return_to_sender",
    maxAttempts: 1,
    version: 1,
    acceptedCommandIds: [],
    parcelCodes: [...new Set(own.flatMap(({ parcels = [] }) => parcels.map(({ code }) => code)))],
  };
}

const BEGUN: ReadonlySet<TaskState> = new Set(["en_route", "arrived"]);

function taskOf(stop: PlannedStop, index: number): Task {
  const { taskId: id, kind, state, correctableUntil } = stop;
  const recordedAt = correctableUntil === null ? 0 : fromIso(correctableUntil) - COURIER_CORRECTION_MS;
  const isEnded = state === "succeeded" || state === "failed";
  return {
    ...newTask({ id, kind, tryNo: index + 1 }),
    state: state === "open" ? "assigned" : state,
    courierId: ME,
    startedAt: BEGUN.has(state) ? recordedAt : null,
    outcome: isEnded ? endedAt(recordedAt) : null,
  };
}

const endedAt = (at: Instant): Outcome => ({
  reason: null,
  fault: null,
  recipientName: null,
  note: null,
  proofIds: [],
  occurredAt: at,
  recordedAt: at,
});

function custodyOf(stops: readonly PlannedStop[]): Custody {
  const has = (kind: TaskKind, state: TaskState) =>
    stops.some((stop) => stop.kind === kind && stop.state === state);
  const onward = stops.filter((stop) => stop.kind !== "collect");
  // Parcels that were just taken over are here, whatever an end of before says.
  if (onward.some((stop) => !stop.blocked && isPending(stop))) return "courier";
  if (has("return", "succeeded")) return "sender_again";
  if (has("deliver", "succeeded")) return "recipient";
  const isHere = onward.some((stop) => !stop.blocked) || has("collect", "succeeded");
  if (isHere) return "courier";
  return stops.some((stop) => stop.kind === "collect") ? "sender" : "hub";
}

interface ReadCommand {
  readonly deliveryId: string;
  readonly command: DeliveryCommand;
}

/** Fields of all bodies of version 1; each type uses its own. */
interface Body {
  readonly deliveryId: string;
  readonly taskId: string;
  readonly reason?: string | null;
  readonly to?: "succeeded" | "failed";
  readonly note?: string | null;
  readonly recipientName?: string | null;
  readonly proofs?: readonly { readonly id: string }[];
  readonly left?: readonly LeftParcel[];
}

/** The frozen command as the rules take it; nothing for one that is about no task. */
function commandOf({ id, type, body, wall }: Unsent): ReadCommand | undefined {
  // Safe: this phone wrote it.
  const said = JSON.parse(body) as Body;
  const { deliveryId, taskId, reason = null, note = null, recipientName = null, left } = said;
  const head = { commandId: id, occurredAt: wall, taskId };
  const proofIds = (said.proofs ?? []).map((proof) => proof.id);
  switch (type) {
    case "start":
    case "arrive":
      return { deliveryId, command: { ...head, type, offline: true } };
    case "succeed":
      return { deliveryId, command: { ...head, type, offline: true, recipientName, note, proofIds, left } };
    case "fail":
      return { deliveryId, command: { ...head, type, offline: true, reason: reason ?? "", note, proofIds } };
    case "correct":
      return {
        deliveryId,
        command: { ...head, type, to: said.to ?? "failed", reason, recipientName, note, left },
      };
    default:
      return undefined;
  }
}
