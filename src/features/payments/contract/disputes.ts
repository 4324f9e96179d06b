import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Cursor, Id, InstantText, Money, PageSize, page } from "#contract/schemas.ts";
import { DISPUTE_STATES } from "../domain/dispute.ts";

export const Dispute = z.strictObject({
  id: Id,
  paymentId: Id,
  orderNumber: z.string(),
  state: z.enum(DISPUTE_STATES),
  /** The provider's word: `fraudulent`. */
  reason: z.string(),
  amount: Money,
  withdrawn: Money,
  fee: Money,
  /**
   * Amounts withdrawn and charged in the account's currency, where the provider keeps the account in another one.
   */
  settled: z.nullable(z.strictObject({ withdrawn: Money, fee: Money })),
  /** Evidence that comes later is not read. */
  evidenceDue: z.nullable(InstantText),
  openedAt: InstantText,
});
export type Dispute = z.output<typeof Dispute>;

export const disputesApi = {
  listDisputes: endpoint({
    id: "listDisputes",
    method: "GET",
    path: "/api/disputes",
    needs: "money:read",
    summary: "Disputed payments, newest first, page by cursor",
    input: z.strictObject({
      open: z._default(z.enum(["yes", "no"]), "no"),
      cursor: z.optional(Cursor),
      limit: PageSize,
    }),
    reply: page(Dispute),
    refusals: [],
  }),
};
