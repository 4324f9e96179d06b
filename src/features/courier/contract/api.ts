import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id, InstantText, LocalDate, Money, Nothing, Point, Window } from "#contract/schemas.ts";
import { Handover, Proof, ProofKind, TaskKind, TaskState } from "#features/deliveries/contract/shapes.ts";
import { CUSTODIES } from "#features/deliveries/domain/delivery.ts";
import { EDIT_FIELDS } from "#features/deliveries/domain/edits.ts";
import { Needs } from "#features/proofs/contract/api.ts";
import { Address } from "#features/places/contract/api.ts";
import { ParcelInput } from "#features/quotes/contract/api.ts";
import { ReasonTerms } from "#features/reasons/contract/shapes.ts";
import { READY_ANSWERS } from "../domain/message-answer.ts";

/** A parcel without its value, which a courier need not know. */
const { valueMinor: _value, ...ShownParcel } = ParcelInput.shape;

export const CourierStop = z.strictObject({
  taskId: Id,
  deliveryId: Id,
  number: z.string(),
  seq: z.int(),
  kind: TaskKind,
  state: TaskState,
  window: Window,
  address: Address,
  /** Names the address and its contact as shown here; an outcome says which one the courier saw. */
  addressTag: z.string(),
  contactName: z.string(),
  contactPhone: z.nullable(z.string()),
  note: z.string(),
  /** The recipient's wish about the handover; absent where they have none. */
  handover: z.optional(Handover),
  /** Each with the code on its label, so that a phone checks it without a network. */
  parcels: z.array(z.strictObject({ ...ShownParcel, code: z.string() })),
  proofs: z.array(Proof),
  /** Proofs that a success must and should bring, by the policy at the booking. */
  ...Needs.shape,
  /** The same for a failure; absent from days that an older build stored. */
  onFail: z.optional(Needs),
  /** True when an earlier stop of the same delivery must end first. */
  blocked: z.boolean(),
  /** Holder of the parcels; those at the hub are to be loaded. */
  custody: z.enum(CUSTODIES),
  /** Cash that is to be taken here, or was; null where none is. */
  cash: z.nullable(z.strictObject({ amount: Money, isReceived: z.boolean() })),
  /** Until then the courier may correct the outcome; null when not. */
  correctableUntil: z.nullable(InstantText),
  /** Fields that the office changed since the courier has the stop; absent where nothing was. */
  changed: z.optional(z.strictObject({ fields: z.array(z.enum(EDIT_FIELDS)), at: InstantText })),
  /** Predicted begin of a stop ahead; absent where nothing is predicted. `risk`: the promise is in danger. */
  arrival: z.optional(
    z.strictObject({
      at: InstantText,
      /** Absent from days that an older build stored. */
      earliest: z.optional(InstantText),
      latest: InstantText,
      risk: z.boolean(),
    }),
  ),
});
export type CourierStop = z.output<typeof CourierStop>;

/** Parcels of a delivery that was cancelled before the office knew that they were collected. */
export const ParcelInHand = z.strictObject({
  deliveryId: Id,
  taskId: Id,
  number: z.string(),
  codes: z.array(z.string()),
  /** Place to which dispatch wants them brought; null until it decided. */
  bringTo: z.nullable(z.enum(["sender", "hub"])),
  sender: z.strictObject({ name: z.string(), phone: z.nullable(z.string()), address: Address }),
});
export type ParcelInHand = z.output<typeof ParcelInHand>;

export const MessageAnswer = z.union([
  z.strictObject({ ready: z.enum(READY_ANSWERS), text: z.null() }),
  z.strictObject({ ready: z.null(), text: z.string() }),
]);

/** A note of the office to this courier. */
export const CourierMessage = z.strictObject({
  id: Id,
  text: z.string(),
  sentAt: InstantText,
  /** Null where it is about none. */
  delivery: z.nullable(z.strictObject({ id: Id, number: z.string() })),
  seenAt: z.nullable(InstantText),
  acknowledgedAt: z.nullable(InstantText),
  answer: z.nullable(MessageAnswer),
});
export type CourierMessage = z.output<typeof CourierMessage>;

export const CourierDay = z.strictObject({
  date: LocalDate,
  timezone: z.string(),
  onDuty: z.boolean(),
  route: z.nullable(z.strictObject({ id: Id, revision: z.int(), ackRevision: z.int() })),
  stops: z.array(CourierStop),
  /** Pictures that the office waits for; absent from days that an older build stored. */
  asked: z.optional(z.array(z.strictObject({ number: z.string(), kinds: z.array(ProofKind) }))),
  /** Absent where there are none. */
  inHand: z.optional(z.array(ParcelInHand)),
  /** The newest first; absent where there are none. */
  messages: z.optional(z.array(CourierMessage)),
  /** The company's reasons of failed tries; absent while it changed none, and from days that an older build stored. */
  reasons: z.optional(z.array(ReasonTerms)),
});
export type CourierDay = z.output<typeof CourierDay>;

export const Position = z.strictObject({
  at: InstantText,
  point: Point,
  accuracyM: z.number().check(z.gte(0)),
  speedMps: z.nullable(z.number()),
  headingDeg: z.nullable(z.number()),
});

export const courierApi = {
  readDay: endpoint({
    id: "readDay",
    method: "GET",
    path: "/api/courier/day",
    needs: "stops:read",
    summary: "The courier's own stops of today, in order",
    input: Nothing,
    reply: CourierDay,
    refusals: ["courier.no-courier"],
  }),
  acknowledgeRoute: endpoint({
    id: "acknowledgeRoute",
    method: "POST",
    path: "/api/courier/route/acknowledge",
    needs: "stops:read",
    summary: "The courier saw this revision of the route",
    input: z.strictObject({ routeId: Id, revision: z.int().check(z.gte(0), z.lte(2_147_483_647)) }),
    reply: CourierDay,
    refusals: ["courier.no-courier"],
  }),
  keepShift: endpoint({
    id: "keepShift",
    method: "POST",
    path: "/api/courier/shift",
    needs: "shift:keep",
    summary: "Go on duty or off duty; positions are kept only on duty",
    input: z.strictObject({ commandId: Id, occurredAt: InstantText, onDuty: z.boolean() }),
    reply: CourierDay,
    refusals: ["courier.no-courier"],
  }),
  sendPositions: endpoint({
    id: "sendPositions",
    method: "POST",
    path: "/api/courier/positions",
    needs: "position:send",
    summary:
      "Where the courier was, in a batch; refused off duty, but for those of a shift of the last 48 hours",
    input: z.strictObject({ positions: z.array(Position).check(z.minLength(1), z.maxLength(500)) }),
    reply: z.strictObject({ kept: z.int() }),
    refusals: ["courier.no-courier", "courier.off-duty"],
    keyedByContent: true,
  }),
};
