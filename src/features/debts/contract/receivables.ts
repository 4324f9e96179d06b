import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Currency, Id, InstantText, Money, Note } from "#contract/schemas.ts";
import { PayWay } from "#features/payments/contract/api.ts";
import { PAY_WAYS } from "#features/payments/domain/due.ts";
import { ASKED_REASONS, SURCHARGE_REASONS } from "#features/payments/domain/purpose.ts";

/** Amount that an order owes beside its hold, or in place of one. */
export const Receivable = z.strictObject({
  orderId: Id,
  /** Payment that it is owed by; null where an order costs nothing. */
  paymentId: z.nullable(Id),
  /** A hold that was lost, a surcharge, or the way to pay where no card does. */
  kind: z.enum(["lost-hold", "surcharge", ...PAY_WAYS]),
  /** Reason of what was asked for beside the booking; null for the booking itself. */
  reason: z.nullable(z.enum(SURCHARGE_REASONS)),
  owedBy: z.enum(["sender", "recipient"]),
  /**
   * `promised` while nobody can be asked for it: the delivery goes on, or a card holds it. Then `due` or `nothing`;
   * `received` once it was paid.
   */
  state: z.enum(["promised", "due", "received", "nothing"]),
  /** Whole amount; once received without a card, what was received. */
  owed: Money,
  outstanding: Money,
  writtenOff: Money,
  /** For the office: somebody asked to write it off, and a second person has to agree. */
  writeOff: z.nullable(z.enum(["asked", "asked-by-me"])),
  receivedAt: z.nullable(InstantText),
  /** Payment that the pay link leads to; null where no card can pay it now. */
  payBy: z.nullable(Id),
  /** Received without a card and not owed after all: a person has to pay it back. Null where nothing is. */
  giveBack: z.nullable(Money),
});
export type Receivable = z.output<typeof Receivable>;

/** Link to pay an order, and whether its sender was mailed. */
export const SentLink = z.strictObject({
  /** A guest's has a key in it, of which only the hash is kept. */
  address: z.string(),
  /** False where the sender left no mail address: the link must be passed on in another way. */
  mailed: z.boolean(),
  amount: Money,
});
export type SentLink = z.infer<typeof SentLink>;

/** Refusals of money that comes without a card. */
const NOT_TAKEN = [
  "payments.none",
  "payments.already-received",
  "payments.nothing-owed",
  "payments.due-changed",
] as const;

export const receivablesApi = {
  readReceivables: endpoint({
    id: "readReceivables",
    method: "GET",
    path: "/api/orders/:id/receivables",
    needs: "anyone",
    summary:
      "What an order owes beside its hold, or without a card; what waits longest to be paid comes first",
    input: z.strictObject({ id: Id }),
    reply: z.strictObject({
      /** Number of the order. */
      number: z.string(),
      items: z.array(Receivable),
    }),
    refusals: ["deliveries.not-found"],
  }),
  chooseWay: endpoint({
    id: "chooseWay",
    method: "POST",
    path: "/api/orders/:id/way",
    needs: "anyone",
    summary: "Choose cash or an invoice where no cards are taken: the order is booked at once",
    input: z.strictObject({ id: Id, way: PayWay }),
    reply: Receivable,
    refusals: [
      "deliveries.not-found",
      "payments.order-closed",
      "payments.way-not-offered",
      "payments.invoice-needs-account",
    ],
    limitPerMinute: 20,
  }),
  recordCash: endpoint({
    id: "recordCash",
    method: "POST",
    path: "/api/deliveries/:id/cash",
    needs: "task:perform",
    summary: "Cash was handed over for a delivery, by the amount that was shown",
    input: z.strictObject({ id: Id, amount: Money }),
    reply: Receivable,
    refusals: ["deliveries.not-found", "payments.not-cash", ...NOT_TAKEN],
  }),
  recordReceived: endpoint({
    id: "recordReceived",
    method: "POST",
    path: "/api/payments/:id/received",
    needs: "money:refund",
    audit: "money.received",
    summary: "The office received what was owed for an order without a card",
    input: z.strictObject({ id: Id, amount: Money }),
    reply: Receivable,
    refusals: ["payments.not-found", ...NOT_TAKEN],
  }),
  sendPayLink: endpoint({
    id: "sendPayLink",
    method: "POST",
    path: "/api/orders/:id/pay-link",
    needs: "money:ask",
    summary: "Send the sender the link to pay what the order still owes",
    input: z.strictObject({ id: Id }),
    secret: true,
    reply: SentLink,
    refusals: ["deliveries.not-found", "payments.nothing-owed", "payments.not-offered"],
    limitPerMinute: 30,
  }),
  writeOff: endpoint({
    id: "writeOff",
    method: "POST",
    path: "/api/payments/:id/write-off",
    needs: "money:approve",
    audit: "money.written-off",
    summary: "Give up what a lost hold left owed; above the limit a second person agrees or declines",
    input: z.strictObject({ id: Id, agree: z.boolean() }),
    reply: Receivable,
    refusals: [
      "payments.not-found",
      "payments.nothing-owed",
      "payments.being-paid",
      "payments.second-person",
      "payments.not-offered",
    ],
  }),
  askSurcharge: endpoint({
    id: "askSurcharge",
    method: "POST",
    path: "/api/orders/:id/surcharges",
    needs: "money:ask",
    summary: "Ask the sender for more than the price, by a link to pay with",
    input: z.strictObject({
      id: Id,
      /** Made once by the caller: asking again with it is the same request. */
      paymentId: Id,
      amount: z.strictObject({ minor: z.int().check(z.gte(1)), currency: Currency }),
      reason: z.enum(ASKED_REASONS),
      note: z.optional(Note),
    }),
    secret: true,
    reply: SentLink,
    refusals: [
      "deliveries.not-found",
      "payments.order-closed",
      "payments.amount-not-possible",
      "payments.refund-conflict",
      "payments.not-offered",
    ],
  }),
};
