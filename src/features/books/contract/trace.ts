import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id, InstantText, Money } from "#contract/schemas.ts";
import { ACCOUNTS } from "#features/payments/domain/ledger.ts";
import { Dispute } from "#features/payments/contract/disputes.ts";
import { Finding } from "./findings.ts";
import { PaymentRow } from "./money.ts";
import { Refund } from "#features/payments/contract/refunds.ts";

const TracedOperation = z.strictObject({
  id: Id,
  kind: z.enum(["open", "capture", "cancel", "refund"]),
  amount: z.nullable(Money),
  state: z.enum(["pending", "sent", "done", "failed", "review"]),
  sends: z.int(),
  /** How often a new key was needed. */
  attempt: z.int(),
  /** The provider's last answer, in a word. */
  answer: z.nullable(z.string()),
  createdAt: InstantText,
});

/** Amounts that one change moved between accounts. Debits are positive. */
const Entry = z.strictObject({
  version: z.int(),
  at: InstantText,
  lines: z.array(z.strictObject({ account: z.enum(ACCOUNTS), amount: Money })),
});

export const PaymentTrace = z.strictObject({
  payment: PaymentRow,
  /** Its name at the provider, and the provider's page about it where there is one; null where it was never opened there. */
  atProvider: z.nullable(z.strictObject({ ref: z.string(), url: z.nullable(z.string()) })),
  /** Amount that a release would release; 0 where nothing is held, or its end was decided. */
  held: Money,
  remaining: Money,
  /** Amount that one person may refund without a second approval; more waits for one. */
  alone: Money,
  operations: z.array(TracedOperation),
  entries: z.array(Entry),
  refunds: z.array(Refund),
  findings: z.array(Finding),
  disputes: z.array(Dispute),
});
export type PaymentTrace = z.output<typeof PaymentTrace>;

export const traceApi = {
  readTrace: endpoint({
    id: "readTrace",
    method: "GET",
    path: "/api/payments/:id",
    needs: "money:read",
    summary: "One payment with its operations, entries, refunds and disputes, the newest 200 of each",
    input: z.strictObject({ id: Id }),
    reply: PaymentTrace,
    refusals: ["payments.not-found"],
  }),
};
