import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { FINDING_KINDS, RESOLUTIONS } from "#features/payments/domain/finding.ts";
import { Cursor, Id, InstantText, Money, Nothing, PageSize, page } from "#contract/schemas.ts";

/**
 * Acts on a finding: ask the provider again, decide by its present word, release what is held, let the work go on,
 * note that it was dealt with, or record that cash was refunded to the payer.
 */
const MENDS = ["retry", "recheck", "release", "let-through", "note"] as const;
/** Money that went back has a call of its own, `giveCashBack`. */
const FIXES = [...MENDS, "give-back"] as const;
export type Fix = (typeof FIXES)[number];

export const FindingGroup = z.enum(["open", "all"]);

export const Finding = z.strictObject({
  id: Id,
  kind: z.enum(FINDING_KINDS),
  /** The intent, the operation, or the rule with what breaks it. */
  about: z.string(),
  paymentId: z.nullable(Id),
  orderNumber: z.nullable(z.string()),
  deliveryId: z.nullable(Id),
  foundAt: InstantText,
  resolvedAt: z.nullable(InstantText),
  resolution: z.nullable(z.enum(RESOLUTIONS)),
  resolvedBy: z.nullable(z.string()),
  /** How much money lies where it should not, where a finding is about that. */
  amount: z.optional(Money),
  fixes: z.array(z.enum(FIXES)),
});
export type Finding = z.output<typeof Finding>;

export const HALTS = [
  /** It refuses our key, or what our key may do. */
  "refused",
  /** The key is of another account, or money is real where it was not. */
  "other-account",
  /** A backup was restored; the books are being compared. */
  "restored",
] as const;

const Halt = z.strictObject({
  why: z.enum(HALTS),
  since: InstantText,
  code: z.string(),
  account: z.nullable(z.string()),
  met: z.nullable(z.string()),
});
export type Halt = z.output<typeof Halt>;

/** Checks of the books: `pull` asks about every hold, `reread` about older refunds and disputes. */
export const PASSES = ["pull", "events", "reread", "invariants"] as const;

export const MoneyHealth = z.strictObject({
  open: z.int(),
  passes: z.array(z.strictObject({ name: z.enum(PASSES), okAt: z.nullable(InstantText) })),
  halt: z.nullable(Halt),
});
export type MoneyHealth = z.output<typeof MoneyHealth>;

export const findingsApi = {
  readMoneyHealth: endpoint({
    id: "readMoneyHealth",
    method: "GET",
    path: "/api/money/health",
    needs: "money:read",
    summary: "Whether the looks over the books go through, and what waits",
    input: Nothing,
    reply: MoneyHealth,
    refusals: [],
  }),
  listFindings: endpoint({
    id: "listFindings",
    method: "GET",
    path: "/api/money/findings",
    needs: "money:read",
    summary: "What did not agree between the books and the provider, newest first, page by cursor",
    input: z.strictObject({
      group: z._default(FindingGroup, "open"),
      cursor: z.optional(Cursor),
      limit: PageSize,
    }),
    reply: page(Finding),
    refusals: [],
  }),
  resolveFinding: endpoint({
    id: "resolveFinding",
    method: "POST",
    path: "/api/money/findings/:id/resolve",
    needs: "money:mend",
    audit: "money.finding-resolved",
    summary: "Puts a finding right, or notes that it was dealt with",
    input: z.strictObject({ id: Id, fix: z.enum(MENDS) }),
    reply: Finding,
    refusals: ["payments.finding-closed", "payments.provider-silent", "payments.still-in-doubt"],
  }),
  reopenPayments: endpoint({
    id: "reopenPayments",
    method: "POST",
    path: "/api/money/reopen",
    needs: "money:mend",
    audit: "money.reopened",
    summary: "Asks the card provider whether it takes our key again, and lets calls out if it does",
    input: z.strictObject({
      /** The account that payments are to be in from now on, where it is another one than before. */
      account: z.optional(z.string().check(z.maxLength(100))),
    }),
    reply: MoneyHealth,
    refusals: ["payments.misconfigured", "payments.provider-silent", "payments.not-offered"],
  }),
};
