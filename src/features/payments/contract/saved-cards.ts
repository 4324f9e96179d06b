import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id, InstantText } from "#contract/schemas.ts";

/** Version of the sentence beside the box; a new one wherever what it promises changes. */
export const KEEP_WORDS = 1;

/** Version of the sentence by which a kept card may be charged while its holder is away. */
export const AWAY_WORDS = 1;

const CardRef = z.string().check(z.regex(/^[A-Za-z0-9_]{1,200}$/));

const Version = z.int().check(z.minimum(1), z.maximum(1000));

/** A card that the provider keeps for the caller. */
export const SavedCard = z.strictObject({
  ref: CardRef,
  brand: z.string(),
  last4: z.string(),
  /** The last month in which it pays: 1 to 12, and four digits. */
  month: z.int(),
  year: z.int(),
  /** Since when it may be charged for extras while the caller is away; null where it may not. */
  awaySince: z.nullable(InstantText),
});
export type SavedCard = z.output<typeof SavedCard>;

const SILENT = ["payments.provider-silent", "payments.misconfigured"] as const;

export const savedCardsApi = {
  listMyCards: endpoint({
    id: "listMyCards",
    method: "GET",
    path: "/api/my/cards",
    needs: "self",
    summary: "The cards that the provider keeps for the caller, newest first",
    input: z.strictObject({}),
    reply: z.strictObject({ items: z.array(SavedCard) }),
    refusals: SILENT,
    limitPerMinute: 60,
  }),
  removeCard: endpoint({
    id: "removeCard",
    method: "POST",
    path: "/api/my/cards/:ref/removal",
    needs: "self",
    summary: "Have the provider forget one of the caller's cards; again is the same removal",
    input: z.strictObject({ ref: CardRef }),
    reply: z.strictObject({ items: z.array(SavedCard) }),
    refusals: ["payments.no-card", ...SILENT],
    limitPerMinute: 20,
  }),
  stopAwayCharges: endpoint({
    id: "stopAwayCharges",
    method: "POST",
    path: "/api/my/cards/:ref/away-end",
    needs: "self",
    summary: "Take back that a kept card is charged while the caller is away; the card stays kept",
    input: z.strictObject({ ref: CardRef }),
    reply: z.strictObject({ items: z.array(SavedCard) }),
    refusals: ["payments.no-card", ...SILENT],
    limitPerMinute: 20,
  }),
  keepCard: endpoint({
    id: "keepCard",
    method: "POST",
    path: "/api/orders/:id/payment/keep",
    needs: "self",
    summary: "Have the card that this payment is paid with kept for the payer, or not any more",
    /** `words`, `awayWords`: the version of each sentence that the payer agreed to; without the second they did not. */
    input: z.strictObject({
      id: Id,
      paymentId: Id,
      keep: z.boolean(),
      words: Version,
      awayWords: z.optional(Version),
    }),
    reply: z.strictObject({ keep: z.boolean() }),
    refusals: ["deliveries.not-found", "payments.order-closed", "payments.not-kept", ...SILENT],
    limitPerMinute: 20,
  }),
};
