import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import {
  Cursor,
  Id,
  InstantText,
  LocalDate,
  Money,
  Nothing,
  Note,
  PageSize,
  Window,
  page,
} from "#contract/schemas.ts";
import { HandleCommand, TaskCommand } from "./commands.ts";
import { Contact, Delivery, DeliveryRow, DeliveryState, Order, Proof, ProofKind } from "./shapes.ts";

/** Largest proof picture accepted, in bytes as base64 text. */
export const PROOF_MAX_BASE64 = 8_000_000;
/** Most photos and signatures that are kept of one task, those of every attempt together. */
export const PROOFS_PER_TASK = 20;

export const Cancellation = z.strictObject({
  allowed: z.boolean(),
  fee: Money,
  refund: Money,
  /** Word key that says why the fee is what it is, or why cancelling is refused. */
  reason: z.string(),
});
export type Cancellation = z.output<typeof Cancellation>;

const commandRefusals = [
  "deliveries.not-found",
  "deliveries.wrong-state",
  "deliveries.wrong-custody",
  "deliveries.not-yours",
  "deliveries.proof-missing",
  "deliveries.proof-unknown",
  "deliveries.code-unknown",
  "deliveries.reason-unknown",
  "deliveries.too-late-to-correct",
  "deliveries.other-courier-begun",
  "deliveries.note-missing",
  "deliveries.no-attempts-left",
];
const taskRefusals = [
  ...commandRefusals,
  "deliveries.not-to-collect",
  "proofs.no-pin",
  "proofs.pin-wrong",
  "proofs.pin-locked",
];

export const deliveriesApi = {
  placeOrder: endpoint({
    id: "placeOrder",
    method: "POST",
    path: "/api/orders",
    needs: "anyone",
    summary: "Accept a quote: the order waits for payment; a guest sends `x-booking-key` to see it again",
    input: z.strictObject({ quoteId: Id, requestHash: z.string(), sender: Contact, recipient: Contact }),
    reply: Order,
    refusals: [
      "quotes.not-found",
      "quotes.expired",
      "quotes.already-accepted",
      "quotes.changed",
      "slots.full",
      "slots.closed",
      "deliveries.booking-key-missing",
    ],
    limitPerMinute: 20,
  }),
  readOrder: endpoint({
    id: "readOrder",
    method: "GET",
    path: "/api/orders/:id",
    needs: "anyone",
    summary: "An order, for its sender (signed in, or a guest with the booking key) and for dispatch",
    input: z.strictObject({ id: Id }),
    reply: Order,
    refusals: ["deliveries.not-found"],
  }),
  abandonOrder: endpoint({
    id: "abandonOrder",
    method: "POST",
    path: "/api/orders/:id/abandon",
    needs: "anyone",
    summary: "Give up an unpaid order",
    input: z.strictObject({ id: Id }),
    reply: Order,
    refusals: ["deliveries.not-found", "deliveries.wrong-state"],
  }),
  previewOrderCancellation: endpoint({
    id: "previewOrderCancellation",
    method: "GET",
    path: "/api/orders/:id/cancellation",
    needs: "anyone",
    summary: "What cancelling a booked order costs now, for whoever placed it, a guest included",
    input: z.strictObject({ id: Id }),
    reply: Cancellation,
    refusals: ["deliveries.not-found", "deliveries.wrong-state"],
  }),
  cancelOrder: endpoint({
    id: "cancelOrder",
    method: "POST",
    path: "/api/orders/:id/cancel",
    needs: "anyone",
    summary:
      "Cancel a booked order before collection, for the fee that was shown; a link to pay is not enough",
    input: z.strictObject({ id: Id, commandId: Id, occurredAt: InstantText, fee: Money }),
    reply: Order,
    refusals: ["deliveries.not-found", "deliveries.wrong-state", "deliveries.fee-changed"],
    limitPerMinute: 20,
  }),
  linkToPay: endpoint({
    id: "linkToPay",
    method: "POST",
    path: "/api/orders/:id/link",
    needs: "anyone",
    summary:
      "The address at which an unpaid order is paid, also on another device; a guest's has a key of its own",
    /** `paymentId`: what a booked order still owes. */
    input: z.strictObject({ id: Id, paymentId: z.optional(Id) }),
    secret: true,
    reply: z.strictObject({ path: z.string() }),
    refusals: ["deliveries.not-found", "deliveries.wrong-state"],
    limitPerMinute: 30,
  }),
  listMyDeliveries: endpoint({
    id: "listMyDeliveries",
    method: "GET",
    path: "/api/my/deliveries",
    needs: "self",
    summary: "The deliveries that I sent, newest first",
    input: z.strictObject({ cursor: z.optional(Cursor), limit: PageSize }),
    reply: page(DeliveryRow),
    refusals: [],
  }),
  listDeliveries: endpoint({
    id: "listDeliveries",
    method: "GET",
    path: "/api/deliveries",
    needs: "route:plan",
    summary: "Search, filter and sort all deliveries, page by cursor",
    input: z.strictObject({
      search: z.optional(z.string().check(z.trim(), z.maxLength(120))),
      /** Several states joined by commas. */
      states: z.optional(z.string().check(z.maxLength(300), z.regex(/^[a-z_]+(,[a-z_]+)*$/))),
      courierId: z.optional(Id),
      from: z.optional(LocalDate),
      to: z.optional(LocalDate),
      sort: z._default(z.enum(["window", "created", "number"]), "created"),
      order: z._default(z.enum(["asc", "desc"]), "desc"),
      cursor: z.optional(Cursor),
      limit: PageSize,
    }),
    reply: page(DeliveryRow),
    refusals: [],
  }),
  readDelivery: endpoint({
    id: "readDelivery",
    method: "GET",
    path: "/api/deliveries/:id",
    needs: "delivery:read",
    summary: "One delivery: tasks, timeline, price trace, proofs and what may be done now",
    input: z.strictObject({ id: Id }),
    reply: Delivery,
    refusals: ["deliveries.not-found"],
  }),
  previewCancellation: endpoint({
    id: "previewCancellation",
    method: "GET",
    path: "/api/deliveries/:id/cancellation",
    needs: "delivery:cancel",
    summary: "What cancelling costs now, before anybody confirms it",
    input: z.strictObject({ id: Id }),
    reply: Cancellation,
    refusals: ["deliveries.not-found"],
  }),
  cancelDelivery: endpoint({
    id: "cancelDelivery",
    method: "POST",
    path: "/api/deliveries/:id/cancel",
    needs: "delivery:cancel",
    summary: "Cancel before collection, for the fee that was shown",
    input: z.strictObject({
      id: Id,
      commandId: Id,
      occurredAt: InstantText,
      fee: Money,
      note: z.nullable(Note),
    }),
    reply: Delivery,
    refusals: ["deliveries.not-found", "deliveries.wrong-state", "deliveries.fee-changed"],
  }),
  handleDelivery: endpoint({
    id: "handleDelivery",
    method: "POST",
    path: "/api/deliveries/:id/commands",
    needs: "delivery:handle",
    summary: "A dispatcher's command: retry, send back, to the hub, load, lose, find, dispose",
    input: z.strictObject({ id: Id, command: HandleCommand }),
    reply: Delivery,
    refusals: [
      ...commandRefusals,
      "deliveries.too-late-to-edit",
      "deliveries.window-past",
      "deliveries.window-wrong",
    ],
  }),
  editDelivery: endpoint({
    id: "editDelivery",
    method: "POST",
    path: "/api/deliveries/:id/edits",
    needs: "delivery:handle",
    summary: "Change people, notes or the window until it is too late; what is not named stays as it is",
    input: z.strictObject({
      id: Id,
      /** The version that the caller saw. */
      version: z.int(),
      sender: z.optional(Contact),
      recipient: z.optional(Contact),
      window: z.optional(Window),
      /** Promises a window that has no place left, too; it is kept who did. */
      overbook: z.optional(z.boolean()),
    }),
    reply: Delivery,
    refusals: [
      "slots.full",
      "slots.closed",
      "deliveries.not-found",
      "deliveries.changed-meanwhile",
      "deliveries.too-late-to-edit",
      "deliveries.window-past",
      "deliveries.window-wrong",
    ],
  }),
  performTask: endpoint({
    id: "performTask",
    method: "POST",
    path: "/api/deliveries/:id/task-commands",
    needs: "task:perform",
    summary: "What happened at a stop: start, arrive, succeed, fail, correct",
    input: z.strictObject({ id: Id, command: TaskCommand }),
    reply: Delivery,
    refusals: taskRefusals,
  }),
  keepProof: endpoint({
    id: "keepProof",
    method: "POST",
    path: "/api/deliveries/:id/proofs",
    needs: "task:perform",
    summary:
      "Keep a photo or signature; decoded, re-encoded without metadata, hashed; the id is the client's",
    input: z.strictObject({
      id: Id,
      proofId: Id,
      taskId: Id,
      kind: ProofKind,
      takenAt: InstantText,
      /** PNG, JPEG or WebP as base64. */
      image: z.string().check(z.maxLength(PROOF_MAX_BASE64), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
    }),
    reply: Proof,
    refusals: [
      "deliveries.not-found",
      "deliveries.not-yours",
      "deliveries.bad-picture",
      "deliveries.signature-empty",
      "deliveries.too-many-proofs",
    ],
  }),
  countStates: endpoint({
    id: "countStates",
    method: "GET",
    path: "/api/deliveries/counts",
    needs: "route:plan",
    summary: "How many deliveries are in each state",
    input: Nothing,
    reply: z.strictObject({ counts: z.array(z.strictObject({ state: DeliveryState, count: z.int() })) }),
    refusals: [],
  }),
};
