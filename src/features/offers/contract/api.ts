import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Cursor, Id, InstantText, Nothing, PageSize, Window, page } from "#contract/schemas.ts";
import { OFFER_LIMITS, OFFER_SECONDS } from "../domain/limits.ts";
import { ANSWERS, ENDS } from "../domain/offer.ts";

const State = z.enum(["open", ...ENDS]);
const Answer = z.nullable(z.enum(ANSWERS));
const Seconds = z.int().check(z.gte(OFFER_SECONDS.least), z.lte(OFFER_SECONDS.most));

/** An offer as the office reads it. */
export const Offer = z.strictObject({
  id: Id,
  delivery: z.strictObject({ id: Id, number: z.string() }),
  state: State,
  offeredAt: InstantText,
  /** Null where the person is unknown by now. */
  offeredBy: z.nullable(z.string()),
  expiresAt: InstantText,
  /** Null while it is open, or while nothing says when it ended. */
  endedAt: z.nullable(InstantText),
  /** By name. */
  couriers: z.array(
    z.strictObject({
      courierId: Id,
      name: z.string(),
      /** Time that it adds to their route; null where no plan said so. */
      addedSeconds: z.nullable(z.int()),
      answer: Answer,
      answeredAt: z.nullable(InstantText),
    }),
  ),
});
export type Offer = z.output<typeof Offer>;

/** An offer as one of its couriers reads it: neither names nor doors, and nothing of the others. */
export const CourierOffer = z.strictObject({
  id: Id,
  state: State,
  /** Answer of this courier. */
  answer: Answer,
  from: z.string(),
  to: z.string(),
  distanceM: z.int(),
  parcels: z.int(),
  massG: z.int(),
  pickupWindow: Window,
  window: Window,
  addedSeconds: z.nullable(z.int()),
  expiresAt: InstantText,
});
export type CourierOffer = z.output<typeof CourierOffer>;

/** The newest offer of a delivery that no courier has. */
export const BoardOffer = z.strictObject({
  id: Id,
  deliveryId: Id,
  state: z.enum(["open", "declined", "expired"]),
  expiresAt: InstantText,
  asked: z.int(),
  declined: z.int(),
});
export type BoardOffer = z.output<typeof BoardOffer>;

const ENDED = [
  "offers.taken",
  "offers.declined",
  "offers.expired",
  "offers.withdrawn",
  "offers.assigned",
  "offers.changed",
  "offers.over",
] as const;

export const offersApi = {
  makeOffers: endpoint({
    id: "makeOffers",
    method: "POST",
    path: "/api/offers",
    needs: "offer:make",
    summary: "Offer unassigned deliveries to couriers, each to the first who accepts it",
    input: z.strictObject({
      deliveryIds: z.array(Id).check(z.minLength(1), z.maxLength(OFFER_LIMITS.deliveries)),
      /** Goes to all on duty whose skills, vehicle and shift allow it. */
      toAll: z.boolean(),
      /** Empty for all on duty. */
      courierIds: z.array(Id).check(z.maxLength(OFFER_LIMITS.couriers)),
      /** Null for the usual time. */
      seconds: z.nullable(Seconds),
    }),
    reply: z.strictObject({ offers: z.array(Offer) }),
    refusals: [
      "offers.not-open",
      "offers.already-open",
      "offers.nobody",
      "offers.courier-unknown",
      "deliveries.not-found",
      "deliveries.money-unsafe",
    ],
    limitPerMinute: 60,
  }),
  withdrawOffer: endpoint({
    id: "withdrawOffer",
    method: "POST",
    path: "/api/offers/:id/withdraw",
    needs: "offer:make",
    summary: "Take an open offer back",
    input: z.strictObject({ id: Id }),
    reply: Offer,
    refusals: ["offers.not-found", ...ENDED],
  }),
  listOffers: endpoint({
    id: "listOffers",
    method: "GET",
    path: "/api/offers",
    needs: "offer:make",
    summary: "Offers with what their couriers answered, the newest first; page by cursor",
    input: z.strictObject({ deliveryId: z.optional(Id), cursor: z.optional(Cursor), limit: PageSize }),
    reply: page(Offer),
    refusals: [],
  }),
  readBoardOffers: endpoint({
    id: "readBoardOffers",
    method: "GET",
    path: "/api/board/offers",
    needs: "offer:make",
    summary: "Deliveries without a courier that are on offer, or that no courier took",
    input: Nothing,
    reply: z.strictObject({
      now: InstantText,
      /** The usual time of an offer. */
      seconds: z.int(),
      offers: z.array(BoardOffer),
    }),
    refusals: [],
  }),
  setOfferTime: endpoint({
    id: "setOfferTime",
    method: "PUT",
    path: "/api/offer-time",
    needs: "policy:edit",
    audit: "rules.offer-time-set",
    summary: "Set the usual time of an offer",
    input: z.strictObject({ seconds: Seconds }),
    reply: z.strictObject({ seconds: z.int() }),
    refusals: [],
    keyedByContent: true,
  }),
  readMyOffers: endpoint({
    id: "readMyOffers",
    method: "GET",
    path: "/api/my-offers",
    needs: "offer:answer",
    summary: "Offers made to this courier that are open or ended a short while ago",
    input: Nothing,
    reply: z.strictObject({
      /** The server's clock, by which offers end. */
      now: InstantText,
      offers: z.array(CourierOffer),
    }),
    refusals: ["courier.no-courier"],
  }),
  acceptOffer: endpoint({
    id: "acceptOffer",
    method: "POST",
    path: "/api/offers/:id/accept",
    needs: "offer:answer",
    summary: "Take an offered delivery; the first courier has it",
    input: z.strictObject({ id: Id }),
    reply: CourierOffer,
    refusals: [
      "courier.no-courier",
      "offers.not-found",
      ...ENDED,
      "dispatch.courier-unknown",
      "deliveries.money-unsafe",
    ],
  }),
  declineOffer: endpoint({
    id: "declineOffer",
    method: "POST",
    path: "/api/offers/:id/decline",
    needs: "offer:answer",
    summary: "Say no to an offer",
    input: z.strictObject({ id: Id }),
    reply: CourierOffer,
    refusals: ["courier.no-courier", "offers.not-found", ...ENDED],
  }),
};
