import { type Instant, DAY_MS, MINUTE_MS, fromIso, toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Window } from "#kernel/window.ts";
import { pickupWindowOf } from "#features/quotes/domain/pickup-window.ts";
import { type DeliveryState, latest } from "./delivery.ts";
import { type Handover, handoverText } from "#features/proofs/domain/handover.ts";
import { type DeliveryStateName, stateOf } from "./state.ts";
import type { TaskKind } from "./task-lifecycle.ts";

/** Parts of a delivery that the office changes together: both people with their notes, and the promised window. */
export const EDIT_PARTS = ["sender", "recipient", "window"] as const;
export type EditPart = (typeof EDIT_PARTS)[number];

/** Parts on which the price depends: a later room prices them and decides about the difference. */
export const PRICED_PARTS = ["pickup", "dropoff", "parcels", "service"] as const;
export type PricedPart = (typeof PRICED_PARTS)[number];
type Part = EditPart | PricedPart;

/** Reason why a part cannot be changed any more. */
export type EditLock = "under-way" | "at-pickup" | "collected" | "at-door" | "returning" | "ended";

const OPEN = {
  sender: null,
  recipient: null,
  window: null,
  pickup: null,
  dropoff: null,
  parcels: null,
  service: null,
} as const;
const UNDER_WAY = { ...OPEN, service: "under-way" } as const;
const ABOARD = {
  ...UNDER_WAY,
  sender: "collected",
  pickup: "collected",
  parcels: "collected",
} as const;
const OVER = {
  sender: "ended",
  recipient: "ended",
  window: "ended",
  pickup: "ended",
  dropoff: "ended",
  parcels: "ended",
  service: "ended",
} as const;

type Locks = Readonly<
  Record<EditPart, Exclude<EditLock, "at-pickup" | "under-way"> | null> & Record<PricedPart, EditLock | null>
>;

/** Locks of each part by the state; null where it may be changed. */
export const EDIT_LOCKS: Readonly<Record<DeliveryStateName, Locks>> = {
  created: OPEN,
  assigned: OPEN,
  en_route_to_pickup: UNDER_WAY,
  at_pickup: { ...UNDER_WAY, pickup: "at-pickup" },
  pickup_failed: OPEN,
  collected: ABOARD,
  at_hub: ABOARD,
  out_for_delivery: ABOARD,
  at_dropoff: { ...ABOARD, window: "at-door", dropoff: "at-door" },
  attempt_failed: ABOARD,
  // The courier rides to the sender now, whose number counts again.
  returning: { ...ABOARD, sender: null, window: "returning", dropoff: "returning" },
  delivered: OVER,
  returned: OVER,
  cancelled: OVER,
  lost: OVER,
  disposed: OVER,
};

export const mayEdit = (state: DeliveryStateName): boolean =>
  EDIT_PARTS.some((part) => EDIT_LOCKS[state][part] === null);

/** Shortest and longest window that the office may promise, and how far ahead it begins. */
export const WINDOW_LEAST_MS = 15 * MINUTE_MS;
export const WINDOW_MOST_MS = DAY_MS;
export const WINDOW_AHEAD_MS = 90 * DAY_MS;

/** Single values of an edit, as the history names them. */
export const EDIT_FIELDS = [
  "sender-name",
  "sender-phone",
  "sender-email",
  "sender-note",
  "recipient-name",
  "recipient-phone",
  "recipient-email",
  "recipient-note",
  "window",
  "pickup-window",
  "pickup-address",
  "dropoff-address",
  "parcels",
  "service",
  "price",
  // The recipient's wish about the handover.
  "handover",
  // Cost of the change that was waived, and the price that was kept.
  "price-kept",
  "price-reason",
  // Whether undeliverable parcels may be thrown away, and why.
  "disposal",
  "disposal-reason",
] as const;
export type EditField = (typeof EDIT_FIELDS)[number];

interface Person {
  readonly name: string;
  readonly phone: string;
  readonly email: string | null;
  readonly note: string;
}
const PERSON = ["name", "phone", "email", "note"] as const;

/** The values of a delivery that can be changed. */
export interface Editable {
  readonly sender: Person;
  readonly recipient: Person;
  readonly window: Window;
  readonly pickupWindow: Window;
}
/** The new values; an absent part stays as it is. */
export type EditWish = Partial<Pick<Editable, EditPart>>;

/** One changed value as text; a window is an ISO 8601 interval. */
export interface FieldChange {
  readonly field: EditField;
  readonly from: string | null;
  readonly to: string | null;
}

export interface Edited {
  readonly after: Editable;
  readonly changes: readonly FieldChange[];
}

const same = (a: Window, b: Window): boolean => a.start === b.start && a.end === b.end;
const interval = ({ start, end }: Window): string => `${toIso(start)}/${toIso(end)}`;

function personChanges(part: "sender" | "recipient", before: Person, after: Person): FieldChange[] {
  return PERSON.flatMap((name) =>
    before[name] === after[name]
      ? []
      : [{ field: `${part}-${name}` as const, from: before[name], to: after[name] }],
  );
}

function windowChanges(before: Editable, after: Editable): FieldChange[] {
  const named = [
    ["window", before.window, after.window],
    ["pickup-window", before.pickupWindow, after.pickupWindow],
  ] as const;
  return named.flatMap(([field, from, to]) =>
    same(from, to) ? [] : [{ field, from: interval(from), to: interval(to) }],
  );
}

/** @throws Refusal `deliveries.window-past`, `deliveries.window-wrong` */
function checkWindow({ start, end }: Window, now: Instant): void {
  const length = end - start;
  if (length < WINDOW_LEAST_MS || length > WINDOW_MOST_MS || start > now + WINDOW_AHEAD_MS)
    throw new Refusal("deliveries.window-wrong");
  if (end <= now) throw new Refusal("deliveries.window-past");
}

/** The pickup follows a window that begins at another time, until a courier stands at the pickup. */
function pickupFor(delivery: DeliveryState & Editable, window: Window, now: Instant): Window {
  const waits = delivery.custody === "sender" && latest(delivery, "collect")?.state !== "arrived";
  const isMoved = window.start !== delivery.window.start && window.start > now;
  return waits && isMoved ? pickupWindowOf(window, now) : delivery.pickupWindow;
}

/**
 * Decides an edit of the office: the values after it and what differs; values that stay the same are no change.
 *
 * @throws Refusal `deliveries.too-late-to-edit` with facts `part`, `why` and `state`; `deliveries.window-past`,
 * `deliveries.window-wrong`
 */
export function decideEdit(delivery: DeliveryState & Editable, wish: EditWish, now: Instant): Edited {
  const window = wish.window ?? delivery.window;
  const isMoved = !same(window, delivery.window);
  const edited = changed(delivery, {
    sender: wish.sender ?? delivery.sender,
    recipient: wish.recipient ?? delivery.recipient,
    window,
    pickupWindow: isMoved ? pickupFor(delivery, window, now) : delivery.pickupWindow,
  });
  if (isMoved) checkWindow(window, now);
  return edited;
}

/** The delivery as it is to be, with what differs. @throws Refusal `deliveries.too-late-to-edit` */
function changed(delivery: DeliveryState & Editable, after: Editable): Edited {
  const changes = [
    ...personChanges("sender", delivery.sender, after.sender),
    ...personChanges("recipient", delivery.recipient, after.recipient),
    ...windowChanges(delivery, after),
  ];
  const state = stateOf(delivery);
  for (const { field } of changes) refuseLate(state, partOf(field));
  return { after, changes };
}

/**
 * Decides another wish about the handover, until the courier is at the door.
 *
 * @throws Refusal `deliveries.too-late-to-edit`
 */
export function handoverChanges(
  delivery: DeliveryState & { readonly handover: Handover | null },
  after: Handover | null,
): FieldChange[] {
  const [from, to] = [handoverText(delivery.handover), handoverText(after)];
  if (from === to) return [];
  refuseLate(stateOf(delivery), "window");
  return [{ field: "handover", from, to }];
}

/** A changed value as the history keeps it, before and after. */
export interface KeptValue {
  readonly field: EditField;
  readonly old: string | null;
  readonly new: string | null;
}
/** Window of an interval, as the history keeps it. */
export const windowFrom = (text: string): Window => {
  const [start = "", end = ""] = text.split("/");
  return { start: fromIso(start), end: fromIso(end) };
};

/**
 * Decides an undo: each value goes back to what it was where nothing else changed it since, a window also when that time is
 * over.
 *
 * @throws Refusal `deliveries.too-late-to-edit`
 */
export function decideRestore(delivery: DeliveryState & Editable, kept: readonly KeptValue[]): Edited {
  const { sender, recipient, window, pickupWindow } = delivery;
  const oldOf = (field: EditField, now: string | null): string | null => {
    const one = kept.find((change) => change.field === field && change.new === now);
    return one ? one.old : now;
  };
  const windowOf = (field: "window" | "pickup-window", now: Window): Window => {
    const old = oldOf(field, interval(now));
    return old === null || old === interval(now) ? now : windowFrom(old);
  };
  const personOf = (part: "sender" | "recipient", now: Person): Person => ({
    ...now,
    name: oldOf(`${part}-name`, now.name) ?? "",
    phone: oldOf(`${part}-phone`, now.phone) ?? "",
    email: oldOf(`${part}-email`, now.email),
    note: oldOf(`${part}-note`, now.note) ?? "",
  });
  return changed(delivery, {
    sender: personOf("sender", sender),
    recipient: personOf("recipient", recipient),
    window: windowOf("window", window),
    pickupWindow: windowOf("pickup-window", pickupWindow),
  });
}

/** Refuses a change of a part that is locked. @throws Refusal `deliveries.too-late-to-edit` with facts `part`, `why` and `state` */
export function refuseLate(state: DeliveryStateName, part: Part): void {
  const why = EDIT_LOCKS[state][part];
  if (why !== null) throw new Refusal("deliveries.too-late-to-edit", { part, why, state });
}

const partOf = (field: EditField): EditPart =>
  field.startsWith("sender") ? "sender" : field.startsWith("recipient") ? "recipient" : "window";

/** The kinds of task that a changed value is about, by the end of the way where it is read. */
export const KINDS_OF: Readonly<Record<EditField, readonly TaskKind[]>> = {
  "sender-name": ["collect", "return"],
  "sender-phone": ["collect", "return"],
  // No courier reads an e-mail address.
  "sender-email": [],
  "sender-note": ["collect", "return"],
  "recipient-name": ["deliver"],
  "recipient-phone": ["deliver"],
  "recipient-email": [],
  "recipient-note": ["deliver"],
  window: ["deliver"],
  "pickup-window": ["collect"],
  "pickup-address": ["collect", "return"],
  "dropoff-address": ["deliver"],
  parcels: ["collect", "deliver", "return"],
  // Couriers hear of the window that comes with it.
  service: [],
  price: [],
  handover: ["deliver"],
  "price-kept": [],
  "price-reason": [],
  disposal: [],
  "disposal-reason": [],
};
