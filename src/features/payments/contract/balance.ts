import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { InstantText, Money, Nothing } from "#contract/schemas.ts";

/** Where the provider's balance of ours stands in one currency, by its own list. */
const BalanceLine = z.strictObject({
  taken: Money,
  givenBack: Money,
  /** Kept by card holders' banks, until they decide or for good. */
  disputed: Money,
  fees: Money,
  /** Moved in the same account by another install or another software. */
  others: Money,
  paidOut: Money,
  /** What all of it comes to. */
  there: Money,
  /** In our books, and not in the provider's list yet. */
  onItsWay: Money,
  /** What our ledger says is with the provider: as much as is there and on its way. */
  ledger: Money,
});

export const BalanceReport = z.strictObject({
  /** `none`: no card was paid with. `not-asked`: our key may not. */
  state: z.enum(["none", "not-asked", "not-yet", "read"]),
  readAt: z.nullable(InstantText),
  /** The ledger says the same, and no difference is open. */
  isEqual: z.boolean(),
  /** Movements of others in the same account. */
  notOurs: z.int(),
  lines: z.array(BalanceLine),
});
export type BalanceReport = z.output<typeof BalanceReport>;

export const balanceApi = {
  readBalance: endpoint({
    id: "readBalance",
    method: "GET",
    path: "/api/money/balance",
    needs: "money:read",
    summary: "The provider's balance by its own list, and whether the ledger agrees",
    input: Nothing,
    reply: BalanceReport,
    refusals: [],
  }),
};
