import type { DeliveryCommandName } from "#features/deliveries/domain/command.ts";
import { decide } from "#features/deliveries/domain/decide.ts";
import { type DeliveryState, isPending } from "#features/deliveries/domain/delivery.ts";
import type { Editable, EditWish } from "#features/deliveries/domain/edits.ts";
import type { Handover } from "#features/proofs/domain/handover.ts";
import { DEFAULT_POLICY } from "#features/deliveries/domain/policy.ts";
import { isTerminal, stateOf } from "#features/deliveries/domain/state.ts";
import { mayPostpone } from "#features/dispatch/domain/postpone.ts";
import { type OpeningHours, nextOpenDay } from "#features/places/domain/hours.ts";
import type { DeliveryNeeds } from "#features/proofs/domain/needs.ts";
import { DEFAULT_NEEDS } from "#features/proofs/domain/policy.ts";
import { OFFER_GRACE_MS } from "#features/quotes/domain/limits.ts";
import {
  isSoonest,
  levelOf,
  type LevelTerms,
  type ServiceLevel,
} from "#features/quotes/domain/service-levels.ts";
import { windowsOf } from "#features/quotes/domain/windows.ts";
import type { Instant } from "#kernel/instant.ts";
import { HOUR_MS } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import { onDay } from "#kernel/on-day.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Window } from "#kernel/window.ts";
import type { Choice, ChoiceKind, StepName } from "./choice.ts";

/** Reason why something cannot be chosen now. */
export const WHY_NOT = [
  "ended",
  "at-door",
  "returning",
  "missed",
  "not-missed",
  "not-now",
  "no-window",
  "no-attempts",
  "no-hub",
  "hub",
  "age",
  "pin",
  "cash",
  "no-signature",
  "same",
] as const;
export type WhyNot = (typeof WHY_NOT)[number];

export type Chosen = DeliveryState &
  Editable & {
    readonly serviceLevel: ServiceLevel;
    readonly handover: Handover | null;
    readonly bookedNeeds: DeliveryNeeds | null;
  };

/** Facts on which a choice depends. */
export interface Circumstances {
  readonly delivery: Chosen;
  readonly now: Instant;
  readonly zone: string;
  readonly hours: OpeningHours;
  readonly levels: readonly LevelTerms[];
  /** There is a place where people can collect. */
  readonly hasHub: boolean;
  /** The courier takes cash from the recipient. */
  readonly cashAtDoor: boolean;
  /** A parcel is only for people of 18 years or more. */
  readonly ofAge: boolean;
  /** Starts of windows without a place; absent while nobody looked. */
  readonly full?: ReadonlySet<Instant>;
}

/** Acts that carry out a choice. */
export interface Plan {
  readonly steps: readonly StepName[];
  /** Tasks that `unassign` takes away. */
  readonly taskIds: readonly string[];
  readonly wish: EditWish;
  readonly handover?: Handover | null;
}

/** Least time from a choice to the window that it asks for. */
const LEAD_MS = 2 * HOUR_MS;

const isMissed = (delivery: DeliveryState): boolean => stateOf(delivery) === "attempt_failed";

/** The refusal that the recipient's command would meet now; null where it is accepted. */
export function refusalOf(
  delivery: DeliveryState,
  type: Extract<DeliveryCommandName, "retry" | "send_back" | "withdraw">,
  now: Instant,
): string | null {
  const command = { commandId: "", occurredAt: now, note: null, type };
  const actor = { role: "recipient", courierId: null } as const;
  try {
    decide(delivery, command, { actor, now, policy: DEFAULT_POLICY, newTaskId: "" });
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

const same = (a: Window, b: Window): boolean => a.start === b.start && a.end === b.end;

/** Windows with room: those that are sold today and on the next open day; after a missed try of the next day alone. */
export function windowsFor({ delivery, now, zone, hours, levels, full }: Circumstances): Window[] {
  const { window } = delivery;
  const booked = levelOf(levels, delivery.serviceLevel);
  const terms = isSoonest(booked) ? levelOf(levels, "scheduled") : booked;
  const today = localAt(now, zone).date;
  const last = nextOpenDay(hours, zone, today);
  const level = { ...terms, leadMs: Math.max(LEAD_MS, terms.leadMs), fromDay: 0, toDay: 6, cutoff: null };
  return windowsOf(level, { hours, zone, now })
    .filter(({ date }) => date === last || (date === today && !isMissed(delivery)))
    .map((offered) => offered.window)
    .filter((offered) => !same(offered, window) && !full?.has(offered.start));
}

/** Days on which the same hours are looked for. */
const NEXT_DAYS = 5;

/** The same hours on the next working days. */
export function nextDayWindows({ delivery, now, zone, hours }: Circumstances): Window[] {
  let { date } = localAt(Math.max(now, delivery.window.start), zone);
  return Array.from({ length: NEXT_DAYS }, () => {
    date = nextOpenDay(hours, zone, date);
    return onDay(delivery.window, date, zone);
  });
}

/** The same hours on the next working day that has a place, or on the first of them. */
export function nextDayWindow(about: Circumstances): Window {
  const days = nextDayWindows(about);
  const found = days.find(({ start }) => !about.full?.has(start)) ?? days[0];
  if (!found) throw new Error("there is always a next day");
  return found;
}

/** Reason why a kind of choice is not possible now; null where it is. */
export function whyNot(kind: ChoiceKind, about: Circumstances): WhyNot | null {
  const state = stateOf(about.delivery);
  if (isTerminal(state)) return "ended";
  if (state === "at_dropoff") return "at-door";
  if (state === "returning") return "returning";
  return WHY[kind](about);
}

type Why = (about: Circumstances) => WhyNot | null;

const againWhy: Why = ({ delivery, now }) => {
  if (!isMissed(delivery)) return mayPostpone(stateOf(delivery)) ? null : "not-now";
  const refusal = refusalOf(delivery, "retry", now);
  if (refusal === null) return null;
  return refusal === "deliveries.no-attempts-left" ? "no-attempts" : "not-now";
};

const leaveWhy: Why = (about) => {
  const { delivery, ofAge, cashAtDoor } = about;
  const needs = (delivery.bookedNeeds ?? DEFAULT_NEEDS).deliver.succeed.required;
  if (ofAge || needs.includes("age_check")) return "age";
  if (needs.includes("pin")) return "pin";
  return cashAtDoor ? "cash" : doorWhy(about);
};

const doorWhy: Why = ({ delivery }) => {
  if (isMissed(delivery)) return "missed";
  return delivery.handover?.how === "hub" ? "hub" : null;
};

const WHY: Readonly<Record<ChoiceKind, Why>> = {
  window: (about) => againWhy(about) ?? (windowsFor(about).length === 0 ? "no-window" : null),
  not_in: (about) => (isMissed(about.delivery) ? "missed" : againWhy(about)),
  hub: (about) => {
    if (!about.hasHub) return "no-hub";
    return about.delivery.handover?.how === "hub" && !isMissed(about.delivery) ? "same" : againWhy(about);
  },
  return: ({ delivery, now }) =>
    isMissed(delivery) && refusalOf(delivery, "send_back", now) === null ? null : "not-missed",
  safe_place: leaveWhy,
  neighbour: leaveWhy,
  pin: (about) => {
    const needs = (about.delivery.bookedNeeds ?? DEFAULT_NEEDS).deliver.succeed.required;
    const isSigned = needs.includes("signature") || needs.includes("photo_or_signature");
    return isSigned ? doorWhy(about) : "no-signature";
  },
  note: ({ delivery }) => (isMissed(delivery) ? "missed" : null),
};

/**
 * Decides how a choice is carried out.
 *
 * @throws Refusal `choices.not-possible` with facts `kind` and `why`
 */
export function planOf(choice: Choice, about: Circumstances): Plan {
  const why = whyNot(choice.kind, about);
  if (why) throw notPossible(choice.kind, why);
  return PLANS[TOPIC[choice.kind]](choice, about);
}

export const notPossible = (kind: ChoiceKind, why: WhyNot): Refusal =>
  new Refusal("choices.not-possible", { kind, why });

const TOPIC = {
  window: "moved",
  not_in: "moved",
  hub: "hub",
  return: "return",
  safe_place: "door",
  neighbour: "door",
  pin: "door",
  note: "door",
} as const;

type Planned = (choice: Choice, about: Circumstances) => Plan;

const PLANS: Readonly<Record<(typeof TOPIC)[ChoiceKind], Planned>> = {
  moved: (choice, about) => {
    const { delivery, zone } = about;
    const window = choice.kind === "window" ? choice.window : nextDayWindow(about);
    if (choice.kind === "window" && !isOffered(window, about)) throw notPossible("window", "no-window");
    const isSameDay = localAt(window.start, zone).date === localAt(delivery.window.start, zone).date;
    const taken = isSameDay || isMissed(delivery) ? [] : heldTasks(delivery);
    return {
      ...leaving(delivery, taken),
      wish: { window },
      ...(delivery.handover?.how === "hub" && { handover: null }),
    };
  },
  hub: (_choice, { delivery }) => ({
    ...leaving(delivery, isMissed(delivery) ? [] : heldTasks(delivery, "deliver")),
    wish: {},
    handover: { how: "hub", place: null },
  }),
  return: () => ({ steps: ["send_back"], taskIds: [], wish: {} }),
  door: (choice, { delivery: { recipient } }) => ({
    steps: [],
    taskIds: [],
    wish: choice.kind === "note" ? { recipient: { ...recipient, note: choice.note } } : {},
    ...(choice.kind !== "note" && { handover: handoverOf(choice) }),
  }),
};

const handoverOf = (choice: Choice): Handover => {
  if (choice.kind === "safe_place" || choice.kind === "neighbour")
    return { how: choice.kind, place: choice.place };
  return { how: "pin", place: null };
};

const leaving = (delivery: DeliveryState, taskIds: readonly string[]): Pick<Plan, "steps" | "taskIds"> => {
  if (isMissed(delivery)) return { steps: ["retry"], taskIds: [] };
  return { steps: taskIds.length > 0 ? ["unassign"] : [], taskIds };
};

const heldTasks = (delivery: DeliveryState, kind?: "deliver"): string[] =>
  delivery.tasks
    .filter((task) => isPending(task) && task.courierId !== null && (kind ?? task.kind) === task.kind)
    .map(({ id }) => id);

/** Whether a window is offered, or was within the last minutes: people need time to read. */
const isOffered = (window: Window, about: Circumstances): boolean =>
  [about.now, about.now - OFFER_GRACE_MS].some((now) =>
    windowsFor({ ...about, now }).some((offered) => same(offered, window)),
  );
