import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id, InstantText, Nothing, Phone, Point, Window } from "#contract/schemas.ts";
import { STATUSES } from "#features/times/domain/status.ts";
import { TURNS } from "../domain/turn.ts";

/** The words a recipient reads; several inner states share one. */
export const PublicState = z.enum([
  "booked",
  "being_collected",
  "pickup_problem",
  "with_us",
  "on_its_way",
  "at_the_door",
  "missed",
  "delivered",
  "returning",
  "returned",
  "cancelled",
  "lost",
  "disposed",
]);
export type PublicState = z.output<typeof PublicState>;

/** Place and times at which the recipient collects it themselves. */
const Collecting = z.strictObject({
  /** Null before the carrier says it. */
  address: z.nullable(z.string()),
  /** Open around the clock, every day. */
  always: z.boolean(),
  /** The hub's next openings. */
  open: z.array(z.strictObject({ start: InstantText, end: InstantText, wholeDay: z.boolean() })),
  /** How long it is kept, and the number as a QR code; null while the parcels are not there. */
  ready: z.nullable(
    z.strictObject({
      keptUntil: InstantText,
      /** Modules along an edge, the quiet ones included, and the dark ones as a path. */
      code: z.strictObject({ size: z.int(), path: z.string() }),
    }),
  ),
});
export type Collecting = z.output<typeof Collecting>;

export const TrackingView = z.strictObject({
  number: z.string(),
  state: PublicState,
  carrier: z.string(),
  timezone: z.string(),
  /** The carrier's number for recipients. */
  phone: z.nullable(Phone),
  window: Window,
  /** When the courier comes by what is known now, rounded outward; null where nothing is predicted. */
  arrival: z.nullable(
    z.strictObject({
      window: Window,
      status: z.enum(STATUSES),
      /** Stops of the courier before this one. */
      ahead: z.nullable(z.int()),
    }),
  ),
  /** Street and town only; never the house number or the name. */
  from: z.string(),
  to: z.string(),
  dropoff: z.nullable(Point),
  parcels: z.int(),
  /** Counts of parcels that went different ways: taken, never sent by the sender, or anywhere else. */
  parts: z.optional(z.strictObject({ delivered: z.int(), notSent: z.int(), rest: z.int() })),
  /** Only while their stop is next: first name, position snapped to about 50 m. */
  courier: z.nullable(
    z.strictObject({
      firstName: z.string(),
      vehicle: z.string(),
      point: z.nullable(Point),
      at: z.nullable(InstantText),
    }),
  ),
  /** A try that handed a part over says how many parcels were handed over until then. */
  timeline: z.array(
    z.strictObject({
      state: PublicState,
      at: InstantText,
      brought: z.optional(z.int()),
      /** Way into the state, where it says more than the state. */
      turn: z.optional(z.enum(TURNS)),
    }),
  ),
  proof: z.nullable(
    z.strictObject({
      recipientName: z.nullable(z.string()),
      at: InstantText,
      photo: z.boolean(),
      signature: z.boolean(),
      /** Handed over at our hub; absent at an address. */
      place: z.optional(z.literal("hub")),
      /** Answers that open the pictures on the recipient's page; none where there are no pictures to open. */
      opensBy: z.array(z.enum(["house_number", "pin"])),
    }),
  ),
  /** Said to the courier once the parcels are in hand; null where none is asked for, and once the delivery is over. */
  pin: z.nullable(z.string()),
  /** Absent unless the recipient chose to collect it at the hub. */
  collect: z.optional(Collecting),
  /** Whether this link is the recipient's own: it decides while there is something to decide. */
  acts: z.boolean(),
  updatedAt: InstantText,
  /** The server's clock at this answer: ages are counted from it, never from the reader's own clock alone. */
  readAt: InstantText,
});
export type TrackingView = z.output<typeof TrackingView>;

export const TrackingLink = z.strictObject({ token: z.string(), path: z.string(), createdAt: InstantText });
export type TrackingLink = z.output<typeof TrackingLink>;

const CarrierPhone = z.strictObject({ phone: z.nullable(Phone) });
export type CarrierPhone = z.output<typeof CarrierPhone>;

/** The token travels in the `x-tracking-token` header, never in a path that a log might keep. */
export const trackingApi = {
  track: endpoint({
    id: "track",
    method: "GET",
    path: "/api/tracking",
    needs: "anyone",
    summary: "What the recipient may see of one delivery, for the token in the header",
    input: Nothing,
    reply: TrackingView,
    refusals: ["tracking.unknown-link"],
    limitPerMinute: 60,
  }),
  shareDelivery: endpoint({
    id: "shareDelivery",
    method: "POST",
    path: "/api/deliveries/:id/tracking-links",
    needs: "delivery:share",
    summary: "Make a tracking link; only its hash is kept, so it is shown once",
    input: z.strictObject({ id: Id }),
    reply: TrackingLink,
    refusals: ["deliveries.not-found"],
    secret: true,
  }),
  shareOrder: endpoint({
    id: "shareOrder",
    method: "POST",
    path: "/api/orders/:id/tracking-links",
    needs: "anyone",
    summary: "Make a tracking link for a confirmed order, for its sender or a guest with the booking key",
    input: z.strictObject({ id: Id }),
    reply: TrackingLink,
    refusals: ["deliveries.not-found", "tracking.not-confirmed"],
    secret: true,
    limitPerMinute: 20,
  }),
  readCarrierPhone: endpoint({
    id: "readCarrierPhone",
    method: "GET",
    path: "/api/tracking/carrier-phone",
    needs: "policy:edit",
    summary: "The number that recipients may call",
    input: Nothing,
    reply: CarrierPhone,
    refusals: [],
  }),
  editCarrierPhone: endpoint({
    id: "editCarrierPhone",
    method: "PUT",
    path: "/api/tracking/carrier-phone",
    needs: "policy:edit",
    audit: "company.phone-changed",
    summary: "Show recipients another number to call, or none",
    input: CarrierPhone,
    reply: CarrierPhone,
    refusals: [],
  }),
  revokeLinks: endpoint({
    id: "revokeLinks",
    method: "POST",
    path: "/api/deliveries/:id/tracking-links/revoke",
    needs: "delivery:share",
    summary: "Make every tracking link of a delivery useless",
    input: z.strictObject({ id: Id }),
    reply: z.strictObject({ revoked: z.int() }),
    refusals: ["deliveries.not-found"],
  }),
};
