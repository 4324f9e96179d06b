import * as z from "zod/mini";
import { Email, Id, InstantText, Money, Name, Note, Phone, Window } from "#contract/schemas.ts";
import { Address } from "#features/places/contract/api.ts";
import { ParcelInput, Price, ServiceLevel } from "#features/quotes/contract/api.ts";
import { DeliveryNeeds } from "#features/proofs/contract/api.ts";
import { LeftParcel, ParcelShown } from "#features/parcels/contract/shapes.ts";
import { HANDOVERS } from "#features/proofs/domain/handover.ts";
import { CUSTODIES } from "../domain/delivery.ts";
import { EDIT_FIELDS } from "../domain/edits.ts";
import { ORDER_STATES } from "../domain/order-lifecycle.ts";
import { DELIVERY_STATES } from "../domain/state.ts";
import { TASK_KINDS, TASK_STATES } from "../domain/task-lifecycle.ts";
import { SCAN_EXCUSES } from "#features/proofs/domain/needs.ts";

export const Contact = z.strictObject({
  name: Name,
  phone: Phone,
  email: z.nullable(Email),
  note: Note,
});
export type Contact = z.output<typeof Contact>;

/** A contact as this caller may see it: couriers lose the phone a day after their work, and never see the e-mail. */
export const ShownContact = z.strictObject({ ...Contact.shape, phone: z.nullable(Phone) });
export type ShownContact = z.output<typeof ShownContact>;

export const OrderState = z.enum(ORDER_STATES);

/** The delivery's state is a projection of its tasks and custody; it is never written. */
export const DeliveryState = z.enum(DELIVERY_STATES);
export type DeliveryState = z.output<typeof DeliveryState>;

export const Order = z.strictObject({
  id: Id,
  number: z.string(),
  state: OrderState,
  quoteId: Id,
  deliveryId: z.nullable(Id),
  /** State of its delivery; null until the order is confirmed. */
  deliveryState: z.nullable(DeliveryState),
  /** Fee for cancelling; null unless it was cancelled after it was confirmed. */
  cancelFee: z.nullable(Money),
  total: Money,
  price: Price,
  sender: Contact,
  recipient: Contact,
  pickup: Address,
  dropoff: Address,
  parcels: z.array(ParcelInput),
  serviceLevel: ServiceLevel,
  window: Window,
  createdAt: InstantText,
  /** Unpaid orders end then; null once confirmed. */
  expiresAt: z.nullable(InstantText),
});
export type Order = z.output<typeof Order>;

export const TaskKind = z.enum(TASK_KINDS);
export const TaskState = z.enum(TASK_STATES);

export const ProofKind = z.enum(["photo", "signature"]);
export const Proof = z.strictObject({
  id: Id,
  kind: ProofKind,
  sha256: z.string(),
  takenAt: InstantText,
  bytes: z.int(),
});
export type Proof = z.output<typeof Proof>;

export const Outcome = z.strictObject({
  reason: z.nullable(z.string()),
  fault: z.nullable(z.string()),
  recipientName: z.nullable(z.string()),
  note: z.nullable(z.string()),
  proofIds: z.array(Id),
  codes: z.array(z.string()),
  notScanned: z.nullable(z.enum(SCAN_EXCUSES)),
  /** The courier saw a document that says 18 years or more. */
  ofAge: z.boolean(),
  /** Null where no PIN was said. */
  pinCheck: z.nullable(z.enum(["right", "wrong"])),
  /** Handed over at our hub; absent at an address. */
  place: z.optional(z.literal("hub")),
  /** Parcels that did not change hands; absent where one word stands for all. */
  left: z.optional(z.array(LeftParcel)),
  occurredAt: InstantText,
  recordedAt: InstantText,
});

export const Task = z.strictObject({
  id: Id,
  kind: TaskKind,
  tryNo: z.int(),
  state: TaskState,
  courierId: z.nullable(Id),
  courierName: z.nullable(z.string()),
  window: Window,
  outcome: z.nullable(Outcome),
});
export type Task = z.output<typeof Task>;

export const DeliveryRow = z.strictObject({
  id: Id,
  number: z.string(),
  state: DeliveryState,
  serviceLevel: ServiceLevel,
  window: Window,
  pickupLabel: z.string(),
  dropoffLabel: z.string(),
  recipientName: z.string(),
  senderName: z.string(),
  courierId: z.nullable(Id),
  courierName: z.nullable(z.string()),
  total: Money,
  parcels: z.int(),
  createdAt: InstantText,
  version: z.int(),
});
export type DeliveryRow = z.output<typeof DeliveryRow>;

export const FieldChange = z.strictObject({
  field: z.enum(EDIT_FIELDS),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});

/** `place`: words for the place, or the neighbour's name. */
export const Handover = z.strictObject({ how: z.enum(HANDOVERS), place: z.nullable(z.string()) });

/** One line of the timeline: what happened, when, recorded when, by whom. `data` are facts for its sentence. */
export const TimelineEntry = z.strictObject({
  seq: z.int(),
  type: z.string(),
  occurredAt: InstantText,
  recordedAt: InstantText,
  actor: z.strictObject({
    kind: z.enum(["person", "guest", "recipient", "system"]),
    name: z.nullable(z.string()),
  }),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Values that the office changed, for staff alone; a window is an ISO 8601 interval. */
  changes: z.optional(z.array(FieldChange)),
  /** Circumstances of a phone's report, for staff alone; `clockOffS`: seconds by which its clock was ahead. */
  phone: z.optional(z.strictObject({ offDuty: z.boolean(), clockOffS: z.int() })),
});
export type TimelineEntry = z.output<typeof TimelineEntry>;

export const ActionName = z.enum([
  "cancel",
  "retry",
  "hand_out",
  "send_back",
  "correct",
  "to_hub",
  "load",
  "lose",
  "find",
  "dispose",
  "start",
  "arrive",
  "succeed",
  "fail",
]);

/** One delivery as the caller may see it. Money is for the payer and for staff: couriers read null. */
export const Delivery = z.strictObject({
  ...DeliveryRow.shape,
  total: z.nullable(Money),
  orderId: Id,
  orderNumber: z.string(),
  custody: z.enum(CUSTODIES),
  sender: ShownContact,
  recipient: ShownContact,
  pickup: Address,
  dropoff: Address,
  parcelList: z.array(ParcelInput),
  /** Each parcel of `parcelList` by itself, in the same order. */
  parcelStates: z.array(ParcelShown),
  distanceM: z.int(),
  distanceSource: z.enum(["estimated", "road"]),
  pickupWindow: Window,
  price: z.nullable(Price),
  tasks: z.array(Task),
  proofs: z.array(Proof),
  /** Proofs that each end of each kind of task needs, by the policy at the booking. */
  proofNeeds: DeliveryNeeds,
  /** The recipient's wish about the handover; absent where they have none. */
  handover: z.optional(Handover),
  timeline: z.array(TimelineEntry),
  /** Actions open to this caller in this state. */
  actions: z.array(ActionName),
});
export type Delivery = z.output<typeof Delivery>;
