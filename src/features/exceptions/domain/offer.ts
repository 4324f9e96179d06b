import { actionsOf, taskActionsOf } from "#features/deliveries/domain/actions.ts";
import { reopenedTaskIds } from "#features/deliveries/domain/decide-reopen.ts";
import type { DeliveryState, Task } from "#features/deliveries/domain/delivery.ts";
import { DEFAULT_POLICY } from "#features/deliveries/domain/policy.ts";
import type { NextAction } from "#features/parcels/domain/reasons.ts";
import type { Handover } from "#features/proofs/domain/handover.ts";
import type { DeliveryNeeds } from "#features/proofs/domain/needs.ts";
import { stateOf } from "#features/deliveries/domain/state.ts";
import type { Instant } from "#kernel/instant.ts";
import { KIND_RULES } from "./kinds.ts";
import type { ExceptionKind, Resolution } from "./kinds.ts";

/** Exception as far as its resolutions depend on it. */
export interface Settleable {
  readonly kind: ExceptionKind;
  readonly taskId: string | null;
  readonly courierId: string | null;
  /** Type of the refused command; null where there is none. */
  readonly reported: { readonly type: string } | null;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** Parts of a booking that decide about some resolutions. */
interface Booked {
  readonly handover?: Handover | null;
  readonly bookedNeeds?: DeliveryNeeds | null;
  readonly parcels?: readonly { readonly ageRestricted?: boolean | undefined }[];
}

interface Scene {
  readonly about: Settleable;
  readonly delivery: (DeliveryState & Booked) | undefined;
  readonly now: Instant;
  /** Usual next action by the reason of the try that it is about. */
  readonly nextAction?: NextAction | undefined;
}

/** Dispatcher's actions that the delivery allows now. */
const contextAt = (now: Instant) => ({
  actor: { role: "dispatcher" as const, courierId: null },
  now,
  policy: DEFAULT_POLICY,
  newTaskId: "",
});

const taskIn = ({ about, delivery }: Scene): Task | undefined =>
  delivery?.tasks.find((task) => task.id === about.taskId);

/** True while the courier who took the task over against the plan has it, and has not arrived. */
function isReturnable(scene: Scene): boolean {
  const task = taskIn(scene);
  return (
    task !== undefined &&
    task.courierId === scene.about.courierId &&
    (task.state === "assigned" || task.state === "en_route")
  );
}

/** True while the task of the plan's courier can go to the one who took the parcels over. */
function isGivable(scene: Scene): boolean {
  const task = taskIn(scene);
  const { courierId } = scene.about;
  return (
    courierId !== null &&
    task !== undefined &&
    task.courierId !== courierId &&
    ["open", "assigned", "en_route"].includes(task.state) &&
    scene.delivery?.closedAs === null
  );
}

/** True for parcels that were collected although the delivery was cancelled: it stays cancelled, they must go somewhere. */
const isInHand = (scene: Scene): boolean =>
  scene.delivery?.closedAs === "cancelled" &&
  scene.about.reported?.type === "succeed" &&
  taskIn(scene)?.kind === "collect";

/** True for parcels that were collected or delivered although the delivery was cancelled, and that it can be reopened for. */
const isReopenable = ({ about, delivery }: Scene): boolean =>
  delivery !== undefined &&
  about.reported?.type === "succeed" &&
  about.courierId !== null &&
  about.taskId !== null &&
  reopenedTaskIds(delivery).includes(about.taskId);

function isApplicable(scene: Scene): boolean {
  const { delivery, about, now } = scene;
  const task = taskIn(scene);
  if (!delivery || !task || !about.reported) return false;
  return taskActionsOf(delivery, task, contextAt(now)).some((type) => type === about.reported?.type);
}

/** Whether the last try at the door failed, and nothing that must be shown there forbids a neighbour. */
function isLeavable(scene: Scene): boolean {
  const { delivery } = scene;
  const task = taskIn(scene);
  if (!delivery || task?.kind !== "deliver" || !allows("retry")(scene)) return false;
  const needs = delivery.bookedNeeds?.deliver.succeed.required ?? [];
  const isOfAge = delivery.parcels?.some(({ ageRestricted }) => ageRestricted === true) === true;
  return !isOfAge && !needs.includes("age_check") && !needs.includes("pin");
}

const allows =
  (action: "send_back" | "retry" | "to_hub" | "lose") =>
  ({ delivery, now }: Scene): boolean =>
    delivery !== undefined && actionsOf(delivery, contextAt(now)).includes(action);

/** Conditions of the resolutions that depend on the delivery's state; the others are always possible. */
const CONDITIONS: Readonly<Partial<Record<Resolution, (scene: Scene) => boolean>>> = {
  "give-back": isReturnable,
  apply: isApplicable,
  "send-back": allows("send_back"),
  "try-again": allows("retry"),
  "leave-neighbour": isLeavable,
  "keep-at-hub": allows("to_hub"),
  "return-parcel": isInHand,
  "bring-to-hub": isInHand,
  reopen: isReopenable,
  remind: ({ delivery }) => delivery?.handover?.how === "hub" && stateOf(delivery) === "at_hub",
  "mark-lost": allows("lose"),
  "hand-over": isGivable,
  // Pictures that the phone named are on it; others cannot be taken any more.
  "ask-courier": ({ about }) => about.courierId !== null && about.facts["named"] !== undefined,
};

/** Resolutions that next actions come to. */
const RESOLUTION_OF: Readonly<Partial<Record<NextAction, Resolution>>> = {
  retry: "try-again",
  wait_then_retry: "try-again",
  reschedule: "try-again",
  reassign: "try-again",
  hub: "keep-at-hub",
  return: "send-back",
};

/** Lists the resolutions of an open exception that the delivery's state allows, best first: the usual one by its reason. */
export function offeredFor(scene: Scene): Resolution[] {
  const usual = scene.nextAction && RESOLUTION_OF[scene.nextAction];
  const offered = KIND_RULES[scene.about.kind].resolutions.filter((one) => CONDITIONS[one]?.(scene) ?? true);
  return [...offered.filter((one) => one === usual), ...offered.filter((one) => one !== usual)];
}

/** The courier who had the task by the plan before it was taken over; null where nobody had it. */
export function plannedCourier({ courierId, pastCourierIds }: Task): string | null {
  const before = pastCourierIds.at(-1) ?? null;
  return before === courierId ? null : before;
}
