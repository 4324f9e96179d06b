import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Cursor, InstantText, LocalDate, Money, Nothing, PageSize, page } from "#contract/schemas.ts";
import { ACCOUNTS } from "#features/payments/domain/ledger.ts";
import { Receivable } from "#features/debts/contract/receivables.ts";
import { PAID_FACTS } from "#features/payments/contract/api.ts";
import { PAYMENT_GROUPS } from "./payment-groups.ts";

/** One account of the ledger: where it stands, and what moved on it today. Debits are positive. */
const AccountLine = z.strictObject({ account: z.enum(ACCOUNTS), balance: Money, today: Money });

export const MoneyReport = z.strictObject({
  day: LocalDate,
  accounts: z.array(AccountLine),
  /** The accounts sum to zero, and every payment's entries say what the payment says. */
  isBalanced: z.boolean(),
  /** Payments whose entries differ from the payment's row; always 0. */
  drifting: z.int(),
  waiting: z.int(),
  waitingSince: z.nullable(InstantText),
  /** Payments and calls that a person must review. */
  review: z.int(),
});
export type MoneyReport = z.output<typeof MoneyReport>;

export const PaymentRow = z.strictObject({
  ...PAID_FACTS,
  /** Amount owed by it beside a hold, or without a card; else null. */
  receivable: z.nullable(Receivable),
  /** Until then the hold can be taken. */
  captureBefore: z.nullable(InstantText),
});
export type PaymentRow = z.output<typeof PaymentRow>;

export const moneyApi = {
  readMoney: endpoint({
    id: "readMoney",
    method: "GET",
    path: "/api/money",
    needs: "money:read",
    summary: "Where all card money stands, and whether the books agree",
    input: Nothing,
    reply: MoneyReport,
    refusals: [],
  }),
  listPayments: endpoint({
    id: "listPayments",
    method: "GET",
    path: "/api/payments",
    needs: "money:read",
    summary: "All payments, newest first, page by cursor",
    input: z.strictObject({
      group: z._default(z.enum(PAYMENT_GROUPS), "all"),
      /** An order's number, a name or an address of its delivery, or the provider's reference. */
      search: z.optional(z.string().check(z.trim(), z.maxLength(120))),
      /** Days of the opening where the organisation is, both included. */
      from: z.optional(LocalDate),
      to: z.optional(LocalDate),
      cursor: z.optional(Cursor),
      limit: PageSize,
    }),
    reply: page(PaymentRow),
    refusals: [],
  }),
};
