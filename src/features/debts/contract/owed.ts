import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Currency, Id, Money, Note } from "#contract/schemas.ts";
import { SURCHARGE_REASONS } from "#features/payments/domain/purpose.ts";

/** Of a payment whose hold was lost. */
export const Owed = z.strictObject({
  /** Amount that the order owes in its place. */
  owed: Money,
  /** Part of it that is neither paid nor written off. */
  outstanding: Money,
  writtenOff: Money,
  /** Somebody wants to give it up; a second person has to agree. */
  isGivingUp: z.boolean(),
  /** Whoever asks now is that person. */
  isMine: z.boolean(),
});

/** Link to pay an order, and whether its sender was mailed. */
export const SentLink = z.strictObject({
  /** A guest's has a key in it, of which only the hash is kept. */
  address: z.string(),
  /** False where the sender left no mail address: the link must be passed on in another way. */
  mailed: z.boolean(),
  amount: Money,
});
export type SentLink = z.infer<typeof SentLink>;

export const owedApi = {
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
    summary: "Give up what a lost hold left owed; above the limit a second person agrees or declines",
    input: z.strictObject({ id: Id, agree: z.boolean() }),
    reply: Owed,
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
      reason: z.enum(SURCHARGE_REASONS),
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
