import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Currency, Cursor, Id, InstantText, Money, Note, PageSize, page } from "#contract/schemas.ts";
import { REFUND_REASONS, REFUND_STATES, REFUND_GROUPS } from "../domain/refund.ts";

export const Refund = z.strictObject({
  id: Id,
  paymentId: Id,
  orderNumber: z.string(),
  amount: Money,
  reason: z.enum([...REFUND_REASONS, "elsewhere"]),
  note: z.nullable(z.string()),
  state: z.enum(REFUND_STATES),
  /** The provider's word for why not. */
  code: z.nullable(z.string()),
  askedAt: InstantText,
  /** null: refunded in the provider's own dashboard, or written at the order's end. */
  askedBy: z.nullable(z.strictObject({ id: Id, name: z.string() })),
  decidedBy: z.nullable(z.strictObject({ id: Id, name: z.string() })),
});
export type Refund = z.output<typeof Refund>;

/** Refusals of what goes back to a card. */
const BY_CARD = [
  "payments.not-found",
  "payments.disputed",
  "payments.in-review",
  "payments.elsewhere",
  "payments.release-late",
  "payments.provider-silent",
  "payments.not-offered",
] as const;

export const refundsApi = {
  askRefund: endpoint({
    id: "askRefund",
    method: "POST",
    path: "/api/payments/:paymentId/refunds",
    needs: "money:refund",
    recentSignIn: true,
    audit: "money.refund-asked",
    summary: "Give a part of a payment back; above the limit it waits for a second person",
    input: z.strictObject({
      paymentId: Id,
      /** Made once by the caller: asking again with it is the same request. */
      id: Id,
      amount: z.strictObject({ minor: z.int().check(z.gte(1)), currency: Currency }),
      reason: z.enum(REFUND_REASONS),
      note: z.optional(Note),
    }),
    reply: Refund,
    refusals: ["payments.not-captured", "payments.refund-exceeds", "payments.refund-conflict", ...BY_CARD],
  }),
  giveCashBack: endpoint({
    id: "giveCashBack",
    method: "POST",
    path: "/api/payments/:paymentId/cash-back",
    needs: "money:refund",
    recentSignIn: true,
    audit: "money.cash-returned",
    summary: "Record the refund of what came without a card; above the limit it waits for a second person",
    input: z.strictObject({
      paymentId: Id,
      /** Made once by the caller: asking again with it is the same request. */
      id: Id,
      /** All that is to go back, as it was shown. */
      amount: z.strictObject({ minor: z.int().check(z.gte(1)), currency: Currency }),
    }),
    reply: Refund,
    refusals: [
      "payments.not-found",
      "payments.refund-conflict",
      "payments.not-ended",
      "payments.finding-closed",
      "payments.due-changed",
      "payments.refund-exceeds",
    ],
  }),
  decideRefund: endpoint({
    id: "decideRefund",
    method: "POST",
    path: "/api/refunds/:id/decision",
    needs: "money:approve",
    recentSignIn: true,
    audit: "money.refund-decided",
    summary: "Agree to a refund that somebody else asked for, or decline it",
    input: z.strictObject({ id: Id, agree: z.boolean() }),
    reply: Refund,
    refusals: [
      "payments.second-person",
      "payments.refund-decided",
      "payments.due-changed",
      "payments.not-ended",
      ...BY_CARD,
    ],
  }),
  closeRefund: endpoint({
    id: "closeRefund",
    method: "POST",
    path: "/api/refunds/:id/close",
    needs: "money:refund",
    recentSignIn: true,
    audit: "money.refund-closed",
    summary: "Say what became of a refund that did not reach the card: paid by bank transfer, or not owed",
    input: z.strictObject({ id: Id, by: z.enum(["bank", "nobody"]) }),
    reply: Refund,
    refusals: ["payments.not-found", "payments.refund-decided", "payments.disputed"],
  }),
  listRefunds: endpoint({
    id: "listRefunds",
    method: "GET",
    path: "/api/refunds",
    needs: "money:read",
    summary: "Refunds, newest first, page by cursor",
    input: z.strictObject({
      group: z._default(z.enum(REFUND_GROUPS), "all"),
      cursor: z.optional(Cursor),
      limit: PageSize,
    }),
    reply: page(Refund),
    refusals: [],
  }),
};
