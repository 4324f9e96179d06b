import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id, InstantText, Money, Note, queryInt, queryNumber, Window } from "#contract/schemas.ts";
import { Delivery, Handover } from "#features/deliveries/contract/shapes.ts";
import { PLACE_LENGTH } from "#features/choices/domain/choice.ts";
import { WHY_NOT } from "#features/choices/domain/decide-choice.ts";
import { Address } from "#features/places/contract/api.ts";
import { ParcelInput, Price, ServiceLevel } from "#features/quotes/contract/api.ts";
import { DECISIONS, EFFECTS, KEPT_WHY } from "../domain/price-decision.ts";

export const Decision = z.enum(DECISIONS);

/** The price of a changed trip beside the decided one, and what may be decided about the difference. */
export const TripPrice = z.strictObject({
  /** Version of the delivery that it was computed from. */
  version: z.int(),
  decided: Money,
  price: Price,
  /** The price minus the decided one. */
  difference: Money,
  distanceM: z.int(),
  distanceSource: z.enum(["estimated", "road"]),
  /** Empty where there is no difference. */
  choices: z.array(z.strictObject({ decision: Decision, effects: z.array(z.enum(EFFECTS)) })),
  /** Reason why a difference can only be waived. */
  keptWhy: z.nullable(z.enum(KEPT_WHY)),
});
export type TripPrice = z.output<typeof TripPrice>;

/** Ways in which the office may have parcels left. */
export const LEAVES = ["neighbour", "safe_place"] as const;
/** Words for the place, or the neighbour's name. */
export const LeavePlace = z
  .string()
  .check(z.trim(), z.minLength(PLACE_LENGTH.min), z.maxLength(PLACE_LENGTH.max), z.regex(/^[^\p{Cc}]+$/u));

/** Handover as it is agreed, and the ways that are open. */
export const Leave = z.strictObject({
  /** Version of the delivery that it was read from. */
  version: z.int(),
  handover: z.nullable(Handover),
  /** `why` says why a way is not possible now. */
  options: z.array(z.strictObject({ how: z.enum(LEAVES), why: z.nullable(z.enum(WHY_NOT)) })),
  /** Whether what is agreed can still be taken back. */
  mayTakeBack: z.boolean(),
});
export type Leave = z.output<typeof Leave>;

const [lon, lat] = [queryNumber(-180, 180), queryNumber(-90, 90)];
const PRICE_REFUSALS = [
  "deliveries.not-found",
  "quotes.same-place",
  "quotes.outside-area",
  "quotes.too-far",
  "quotes.too-heavy",
  "quotes.too-many",
  "quotes.no-price",
  "quotes.not-offered",
  "edits.wrong-vehicle",
  "edits.vehicle-full",
];

export const editsApi = {
  readLeave: endpoint({
    id: "readLeave",
    method: "GET",
    path: "/api/deliveries/:id/leave",
    needs: "delivery:handle",
    summary: "Whether parcels may be left with a neighbour or at a safe place, and what is agreed",
    input: z.strictObject({ id: Id }),
    reply: Leave,
    refusals: ["deliveries.not-found"],
  }),
  setLeave: endpoint({
    id: "setLeave",
    method: "POST",
    path: "/api/deliveries/:id/leave",
    needs: "delivery:handle",
    summary:
      "Agree for the recipient that parcels are left with a neighbour or at a safe place, or take it back",
    input: z.strictObject({
      id: Id,
      /** The version that the caller saw. */
      version: z.int(),
      /** Null takes it back: parcels are handed over as booked. */
      leave: z.nullable(z.strictObject({ how: z.enum(LEAVES), place: LeavePlace })),
    }),
    reply: Delivery,
    refusals: [
      "deliveries.not-found",
      "deliveries.changed-meanwhile",
      "deliveries.too-late-to-edit",
      "choices.not-possible",
    ],
    limitPerMinute: 60,
  }),
  readDisposal: endpoint({
    id: "readDisposal",
    method: "GET",
    path: "/api/deliveries/:id/disposal",
    needs: "delivery:handle",
    summary: "Whether the sender agreed that undeliverable parcels are disposed of",
    input: z.strictObject({ id: Id }),
    reply: z.strictObject({ version: z.int(), agreed: z.boolean() }),
    refusals: ["deliveries.not-found"],
  }),
  setDisposal: endpoint({
    id: "setDisposal",
    method: "POST",
    path: "/api/deliveries/:id/disposal",
    needs: "delivery:handle",
    audit: "board.disposal-agreed",
    summary: "Note that the sender agreed to have undeliverable parcels disposed of, or that they do no more",
    input: z.strictObject({
      id: Id,
      /** The version that the caller saw. */
      version: z.int(),
      agreed: z.boolean(),
      /** How the sender said so. */
      reason: Note.check(z.minLength(1)),
    }),
    reply: Delivery,
    refusals: ["deliveries.not-found", "deliveries.changed-meanwhile", "deliveries.wrong-state"],
    limitPerMinute: 60,
  }),
  priceTrip: endpoint({
    id: "priceTrip",
    method: "GET",
    path: "/api/deliveries/:id/trip-price",
    needs: "delivery:handle",
    summary:
      "What a delivery would cost with other addresses, parcels, service level or window, by the price list that it was booked by",
    /** Points in WGS84 decimal degrees. What is not named stays as it is. */
    input: z.strictObject({
      id: Id,
      pickupLon: lon,
      pickupLat: lat,
      dropoffLon: lon,
      dropoffLat: lat,
      /** All parcels together, grams. */
      massG: z.optional(queryInt(1, 20_000_000)),
      /** How many parcels. */
      parcels: z.optional(queryInt(1, 20)),
      serviceLevel: z.optional(ServiceLevel),
      /** Both or none. */
      windowStart: z.optional(InstantText),
      windowEnd: z.optional(InstantText),
    }),
    reply: TripPrice,
    refusals: PRICE_REFUSALS,
    limitPerMinute: 120,
  }),
  editTrip: endpoint({
    id: "editTrip",
    method: "POST",
    path: "/api/deliveries/:id/trip",
    needs: "delivery:handle",
    audit: "board.overbooked",
    summary:
      "Change addresses, parcels, service level or window of a delivery until it is too late, with a decision about the price",
    input: z.strictObject({
      id: Id,
      /** The version that the caller saw. */
      version: z.int(),
      pickup: z.optional(Address),
      dropoff: z.optional(Address),
      parcels: z.optional(z.array(ParcelInput).check(z.minLength(1), z.maxLength(20))),
      serviceLevel: z.optional(ServiceLevel),
      window: z.optional(Window),
      /** Promises a window that has no place left, too; it is kept who did. */
      overbook: z.optional(z.boolean()),
      /** As it was shown. */
      difference: Money,
      /** Null where there is no difference. */
      decision: z.nullable(Decision),
      reason: Note,
      /** Of the surcharge, where one is needed; made once by the caller. */
      paymentId: Id,
    }),
    reply: z.strictObject({
      delivery: Delivery,
      /** Surcharge that the sender is asked for; `mailed` is false where they left no mail address. */
      asked: z.nullable(z.strictObject({ amount: Money, mailed: z.boolean() })),
    }),
    refusals: [
      ...PRICE_REFUSALS,
      "deliveries.changed-meanwhile",
      "deliveries.too-late-to-edit",
      "deliveries.window-past",
      "deliveries.window-wrong",
      "slots.full",
      "slots.closed",
      "edits.price-changed",
      "edits.not-possible",
      "edits.reason-missing",
    ],
    limitPerMinute: 60,
  }),
};
