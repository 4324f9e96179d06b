import { type DeliveryState, type Task, latest } from "#features/deliveries/domain/delivery.ts";
import type { Editable, FieldChange } from "#features/deliveries/domain/edits.ts";
import { type Handover, handoverText } from "#features/proofs/domain/handover.ts";
import { isTerminal, stateOf } from "#features/deliveries/domain/state.ts";
import type { Instant } from "#kernel/instant.ts";
import { MINUTE_MS, fromIso, toIso } from "#kernel/instant.ts";
import type { Window } from "#kernel/window.ts";
import { type MadeChoice, TOPIC_OF } from "./choice.ts";
import { refusalOf } from "./decide-choice.ts";

/**
 * Fate of a choice. `standing`: it holds. `replaced`: by a later choice. `by-office`: the office decided otherwise since.
 * `kept`: the courier came after it. `too-late`: the courier's fact won. `unsure`: the courier came after it without a
 * network. `collected`: the recipient took it at the hub, as they chose. `ended`: the delivery ended otherwise.
 */
export const FATES = [
  "standing",
  "taken-back",
  "replaced",
  "by-office",
  "kept",
  "too-late",
  "unsure",
  "collected",
  "ended",
] as const;
export interface Fate {
  readonly fate: (typeof FATES)[number];
  /** When the courier came, when it was collected, or when it was taken back. */
  readonly at: Instant | null;
}

/** A courier this much before the chosen window came as if it had not been chosen. */
const EARLY_MS = 30 * MINUTE_MS;
/** A fact that is recorded later than this came from a phone without a network. */
const LATE_RECORD_MS = MINUTE_MS;

export type Judged = DeliveryState & Editable & { readonly handover: Handover | null };

/** Computes the fate of a choice from the delivery as it is: the one outcome that recipient, courier and office read. */
export function fateOf(made: MadeChoice, delivery: Judged): Fate {
  if (made.takenBackAt !== null) return { fate: "taken-back", at: made.takenBackAt };
  if (made.replacedBy !== null) return { fate: "replaced", at: null };
  const task = taskOf(made, delivery);
  const at = task ? cameAt(task) : null;
  if (task && at !== null && !isHandedOut(task.outcome)) return { fate: afterVisit(made, task, at), at };
  return endedFate(made, delivery) ?? { fate: isAsLeft(made, delivery) ? "standing" : "by-office", at: null };
}

/** Fate by an end that is not of the choice's own task. */
function endedFate({ choice }: MadeChoice, delivery: Judged): Fate | null {
  const state = stateOf(delivery);
  const delivered = state === "delivered" && latest(delivery, "deliver")?.outcome;
  if (delivered && !isHandedOut(delivered)) return { fate: "too-late", at: delivered.occurredAt };
  if (delivered && choice.kind === "hub") return { fate: "collected", at: delivered.occurredAt };
  return isTerminal(state) ? { fate: "ended", at: null } : null;
}

function isAsLeft(made: MadeChoice, delivery: Judged): boolean {
  const task = taskOf(made, delivery);
  return (
    task !== undefined &&
    task.state !== "cancelled" &&
    made.changes.every((change) => holds(change, delivery) || isForDoor(change, delivery))
  );
}

/** A time that replaced the collecting at the hub gave that up. */
const gaveUpHub = ({ field, to }: FieldChange): boolean => field === "handover" && to === handoverText(null);

/** It leaves the wish for the door to other choices. */
const isForDoor = (change: FieldChange, { handover }: Judged): boolean =>
  gaveUpHub(change) && handover?.how !== "hub";

/** The choices that hold again once this one is taken back: those that it replaced, unless another one changed the same. */
export const heldAgain = (made: MadeChoice, all: readonly MadeChoice[]): readonly MadeChoice[] => {
  const decided = ({ changes }: MadeChoice): readonly FieldChange["field"][] =>
    changes.filter((change) => !gaveUpHub(change)).map(({ field }) => field);
  const isChanged = (one: MadeChoice, other: MadeChoice): boolean =>
    decided(other).some((field) => decided(one).includes(field));
  const others = all.filter(
    ({ id, takenBackAt, replacedBy }) => id !== made.id && takenBackAt === null && replacedBy === null,
  );
  return all.filter((one) => one.replacedBy === made.id && !others.some((other) => isChanged(one, other)));
};

/** Wishes for the door and notes go on to the next try; a choice of time is about the try that it was made for. */
function taskOf({ taskId, choice }: MadeChoice, delivery: DeliveryState): Task | undefined {
  if (TOPIC_OF[choice.kind] !== "time") return latest(delivery, "deliver");
  return delivery.tasks.find(({ id }) => id === taskId);
}

/** Handed out at the hub no courier came. */
const isHandedOut = (outcome: Task["outcome"]): boolean => outcome?.place === "hub";

const cameAt = ({ arrivedAt, outcome, state }: Task): Instant | null =>
  state === "cancelled" ? null : (arrivedAt ?? outcome?.occurredAt ?? null);

function afterVisit(made: MadeChoice, { courierId, outcome }: Task, at: Instant): Fate["fate"] {
  if (at < made.chosenAt || cameAnyway(made, courierId, at)) return "too-late";
  const isLate = outcome !== null && outcome.recordedAt - outcome.occurredAt > LATE_RECORD_MS;
  return isLate ? "unsure" : "kept";
}

/** Whether the courier came as if another time or the hub had not been chosen. */
function cameAnyway({ choice, lost, changes }: MadeChoice, courierId: string | null, at: Instant): boolean {
  if (choice.kind === "hub") return lost !== null && courierId === lost.courierId;
  const to = changes.find(({ field }) => field === "window")?.to;
  return to !== null && to !== undefined && at < windowFrom(to).start - EARLY_MS;
}

export const windowFrom = (interval: string): Window => {
  const [start = "", end = ""] = interval.split("/");
  return { start: fromIso(start), end: fromIso(end) };
};

/** Whether a changed value is as the choice left it. */
export function holds({ field, to }: FieldChange, { window, recipient, handover }: Judged): boolean {
  if (field === "window") return `${toIso(window.start)}/${toIso(window.end)}` === to;
  if (field === "recipient-note") return recipient.note === to;
  return field !== "handover" || handoverText(handover) === to;
}

/** Whether a choice can be taken back: it holds, and nobody is on the way for what it planned. */
export function mayTakeBack(made: MadeChoice, delivery: Judged, now: Instant): boolean {
  if (fateOf(made, delivery).fate !== "standing") return false;
  return !isPlanned(made) || refusalOf(delivery, "withdraw", now) === null;
}

/** Whether a choice planned another try or the way back. */
export const isPlanned = ({ steps }: Pick<MadeChoice, "steps">): boolean =>
  steps.includes("retry") || steps.includes("send_back");
