import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Cursor, Id, InstantText, Money, Name, Note, Nothing, PageSize, page } from "#contract/schemas.ts";
import { ofAge, pin, scanned } from "#features/deliveries/contract/commands.ts";
import { Delivery, DeliveryState } from "#features/deliveries/contract/shapes.ts";
import { OpeningHours } from "#features/places/contract/api.ts";
import { DeliveryNeeds } from "#features/proofs/contract/api.ts";
import { KEEP_DAYS, WAITS_FOR } from "../domain/keeping.ts";

/** Parcels of one delivery that lie at the hub. */
export const HubParcel = z.strictObject({
  id: Id,
  number: z.string(),
  state: DeliveryState,
  recipientName: z.string(),
  senderName: z.string(),
  /** How many. */
  parcels: z.int(),
  waitsFor: z.enum(WAITS_FOR),
  /** Courier who is to bring them; null where there is none yet. */
  courierName: z.nullable(z.string()),
  since: InstantText,
  keptUntil: InstantText,
});
export type HubParcel = z.output<typeof HubParcel>;

/** Everything that the desk needs to hand parcels out. */
export const HandOutSheet = z.strictObject({
  ...HubParcel.shape,
  recipientPhone: z.string(),
  /** Version to hand out by. */
  version: z.int(),
  taskId: Id,
  needs: DeliveryNeeds.shape.deliver.shape.succeed,
  parcelCodes: z.array(z.string()),
  /** Cash that the recipient still owes; null where they owe none. */
  cash: z.nullable(Money),
});
export type HandOutSheet = z.output<typeof HandOutSheet>;

export const Hub = z.strictObject({
  /** Place at which recipients collect; null where they cannot. */
  address: z.nullable(z.string()),
  timezone: z.string(),
  hours: OpeningHours,
  keepDays: z.int(),
});
export type Hub = z.output<typeof Hub>;

/** One line, as recipients read it. */
export const HubAddress = z.string().check(z.trim(), z.minLength(3), z.maxLength(200));

export const hubApi = {
  readHub: endpoint({
    id: "readHub",
    method: "GET",
    path: "/api/hub",
    needs: "delivery:handle",
    summary: "Where the hub is, when it is open, and how long parcels are kept",
    input: Nothing,
    reply: Hub,
    refusals: [],
  }),
  editHub: endpoint({
    id: "editHub",
    method: "PUT",
    path: "/api/hub",
    needs: "policy:edit",
    audit: "rules.hub-changed",
    summary: "Set where recipients collect, and for how many days parcels are kept",
    input: z.strictObject({
      address: z.nullable(HubAddress),
      keepDays: z.int().check(z.gte(KEEP_DAYS.min), z.lte(KEEP_DAYS.max)),
    }),
    reply: Hub,
    refusals: [],
  }),
  listHubParcels: endpoint({
    id: "listHubParcels",
    method: "GET",
    path: "/api/hub/parcels",
    needs: "delivery:handle",
    summary:
      "Parcels that lie at the hub, the longest kept first; by number, parcel's code, name or phone; page by cursor",
    input: z.strictObject({
      search: z.optional(z.string().check(z.trim(), z.maxLength(120))),
      waitsFor: z.optional(z.enum(WAITS_FOR)),
      cursor: z.optional(Cursor),
      limit: PageSize,
    }),
    reply: page(HubParcel),
    refusals: [],
  }),
  readHandOut: endpoint({
    id: "readHandOut",
    method: "GET",
    path: "/api/hub/parcels/:id",
    needs: "delivery:handle",
    summary: "What handing out one delivery's parcels needs: its proofs, its codes, cash that is due",
    input: z.strictObject({ id: Id }),
    reply: HandOutSheet,
    refusals: ["deliveries.not-found", "hub.not-here"],
  }),
  handOut: endpoint({
    id: "handOut",
    method: "POST",
    path: "/api/hub/parcels/:id/hand-out",
    needs: "delivery:handle",
    summary: "Hand the parcels to their recipient at the hub, as they were seen, once for the command's id",
    input: z.strictObject({
      id: Id,
      commandId: Id,
      occurredAt: InstantText,
      taskId: Id,
      /** Version of the delivery that the desk saw. */
      version: z.int(),
      recipientName: z.nullable(Name),
      note: z.nullable(Note),
      proofIds: z.array(Id).check(z.maxLength(10)),
      ...scanned,
      ofAge,
      pin,
      /** Proofs may be missing, and the note says why. */
      unproven: z.optional(z.literal(true)),
      /** Cash that was taken, by the amount that was shown. */
      cash: z.optional(Money),
    }),
    reply: Delivery,
    refusals: [
      "deliveries.not-found",
      "deliveries.wrong-state",
      "deliveries.changed-meanwhile",
      "deliveries.proof-missing",
      "deliveries.proof-unknown",
      "deliveries.code-unknown",
      "deliveries.note-missing",
      "proofs.no-pin",
      "proofs.pin-wrong",
      "proofs.pin-locked",
      "payments.none",
      "payments.not-cash",
      "payments.already-received",
      "payments.nothing-owed",
      "payments.due-changed",
    ],
  }),
};
