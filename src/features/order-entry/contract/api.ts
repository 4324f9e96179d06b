import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id, InstantText, Nothing } from "#contract/schemas.ts";
import { Contact, Order } from "#features/deliveries/contract/shapes.ts";
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
    refusals: [
      "slots.full",
      "slots.closed",
      "quotes.not-found",
      "quotes.expired",
      "quotes.already-accepted",
      "quotes.changed",
      "payments.way-not-offered",
      "payments.invoice-needs-account",
      "order-entry.unknown-account",
    ],
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
};
