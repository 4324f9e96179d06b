import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id, InstantText, Money, Nothing } from "#contract/schemas.ts";
import { Contact, DeliveryState, Order, OrderState } from "#features/deliveries/contract/shapes.ts";
import { Address } from "#features/places/contract/api.ts";
import { ParcelInput, ServiceLevel } from "#features/quotes/contract/shapes.ts";
import { ENTRY_WAYS } from "../domain/ways.ts";

export const EntryWay = z.enum(ENTRY_WAYS);
export type EntryWay = z.output<typeof EntryWay>;

/** An earlier order as it can be entered again: everything but its time. */
export const PastEntry = z.strictObject({
  orderId: Id,
  at: InstantText,
  sender: Contact,
  recipient: Contact,
  /** Account that it was paid from; null for somebody who ordered as a guest or by phone. */
  payerId: z.nullable(Id),
  pickup: Address,
  dropoff: Address,
  parcels: z.array(ParcelInput),
  serviceLevel: ServiceLevel,
});
export type PastEntry = z.output<typeof PastEntry>;

/** Earlier orders that are shown of one caller. */
export const LAST_SHOWN = 3;

/** A sender of earlier orders. */
export const Caller = z.strictObject({
  sender: Contact,
  /** Their account, as of their last order. */
  payerId: z.nullable(Id),
  /** Place at which most of their last orders were collected. */
  pickup: Address,
  orders: z.int(),
  /** Their last orders, one for each recipient and place. */
  last: z.array(PastEntry).check(z.minLength(1), z.maxLength(LAST_SHOWN)),
});
export type Caller = z.output<typeof Caller>;

/** Callers that one search shows. */
export const CALLERS_SHOWN = 8;

const Entered = z.strictObject({
  order: Order,
  /** Leads to the payment, with a key of its own for a caller without an account; null where no card pays. */
  payPath: z.nullable(z.string()),
});

/** Drops that one press may enter, each an order of its own. */
export const TOGETHER_LEAST = 2;
export const TOGETHER_MOST = 10;

const Together = z.strictObject({
  /** Number of the first order: named on each of them. */
  reference: z.string(),
  /** Sum of the orders. */
  total: Money,
  orders: z.array(Entered).check(z.minLength(TOGETHER_LEAST), z.maxLength(TOGETHER_MOST)),
});
export type Together = z.output<typeof Together>;

/** An order as the others of its press show it. */
export const TogetherRow = z.strictObject({
  orderId: Id,
  number: z.string(),
  state: OrderState,
  recipient: z.string(),
  /** Null before it is booked. */
  deliveryId: z.nullable(Id),
  deliveryState: z.nullable(DeliveryState),
  total: Money,
});
export type TogetherRow = z.output<typeof TogetherRow>;

const ENTERED_REFUSALS = [
  "slots.full",
  "slots.closed",
  "quotes.not-found",
  "quotes.expired",
  "quotes.already-accepted",
  "quotes.changed",
  "payments.way-not-offered",
  "payments.invoice-needs-account",
  "order-entry.unknown-account",
] as const;

export const orderEntryApi = {
  findCallers: endpoint({
    id: "findCallers",
    method: "GET",
    path: "/api/callers",
    needs: "order:enter",
    summary:
      "Senders of earlier orders by the last digits of their phone number, or by name; the latest first",
    input: z.strictObject({ q: z.string().check(z.trim(), z.minLength(3), z.maxLength(60)) }),
    reply: z.strictObject({ callers: z.array(Caller).check(z.maxLength(CALLERS_SHOWN)) }),
    refusals: [],
    limitPerMinute: 240,
  }),
  entryWays: endpoint({
    id: "entryWays",
    method: "GET",
    path: "/api/entry-ways",
    needs: "order:enter",
    summary: "Ways in which an order that the office enters may be paid",
    input: Nothing,
    reply: z.strictObject({ ways: z.array(EntryWay) }),
    refusals: [],
  }),
  enterOrder: endpoint({
    id: "enterOrder",
    method: "POST",
    path: "/api/entered-orders",
    needs: "order:enter",
    audit: "board.order-overbooked",
    summary:
      "Enter an order for a caller: booked at once for cash or an invoice, or with a link to pay by card",
    input: z.strictObject({
      quoteId: Id,
      requestHash: z.string(),
      sender: Contact,
      recipient: Contact,
      way: EntryWay,
      /** The caller's account: the order stands in their list, and an invoice goes there. */
      payerId: z.nullable(Id),
      /** Takes a window that has no place left, too; it is kept who did. */
      overbook: z.optional(z.boolean()),
    }),
    secret: true,
    reply: Entered,
    refusals: [...ENTERED_REFUSALS],
    limitPerMinute: 60,
  }),
  openEntered: endpoint({
    id: "openEntered",
    method: "POST",
    path: "/api/entered-orders/opened",
    needs: "order:enter",
    summary: "The order that was entered for a quote, with a new key for its link to pay",
    input: z.strictObject({ quoteId: Id }),
    secret: true,
    reply: Entered,
    refusals: ["deliveries.not-found"],
    limitPerMinute: 60,
  }),
  readPastEntry: endpoint({
    id: "readPastEntry",
    method: "GET",
    path: "/api/past-entries/:id",
    needs: "order:enter",
    summary: "An earlier order, to be entered again",
    input: z.strictObject({ id: Id }),
    reply: PastEntry,
    refusals: ["deliveries.not-found"],
  }),
  enterTogether: endpoint({
    id: "enterTogether",
    method: "POST",
    path: "/api/entered-orders/together",
    needs: "order:enter",
    audit: "board.order-overbooked",
    summary:
      "Enter one pickup with two to ten drops: an order for each, all of them or none, and each with its own payment",
    input: z.strictObject({
      sender: Contact,
      way: EntryWay,
      payerId: z.nullable(Id),
      overbook: z.optional(z.boolean()),
      drops: z
        .array(z.strictObject({ quoteId: Id, requestHash: z.string(), recipient: Contact }))
        .check(z.minLength(TOGETHER_LEAST), z.maxLength(TOGETHER_MOST)),
    }),
    secret: true,
    reply: Together,
    refusals: [...ENTERED_REFUSALS, "order-entry.other-pickup"],
    limitPerMinute: 30,
  }),
  openTogether: endpoint({
    id: "openTogether",
    method: "POST",
    path: "/api/entered-orders/together/opened",
    needs: "order:enter",
    summary: "The orders that were entered together with the one for a quote, with new keys for their links",
    input: z.strictObject({ quoteId: Id }),
    secret: true,
    reply: Together,
    refusals: ["deliveries.not-found"],
    limitPerMinute: 30,
  }),
  readTogether: endpoint({
    id: "readTogether",
    method: "GET",
    path: "/api/entered-orders/:id/together",
    needs: "order:enter",
    summary: "Orders that were entered together with this one, itself included; empty for one on its own",
    input: z.strictObject({ id: Id }),
    reply: z.strictObject({
      reference: z.nullable(z.string()),
      total: z.nullable(Money),
      orders: z.array(TogetherRow).check(z.maxLength(TOGETHER_MOST)),
    }),
    refusals: ["deliveries.not-found"],
  }),
};
