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
  seenAt: InstantText,
  resolvedAt: z.nullable(InstantText),
  resolution: z.nullable(z.enum(RESOLUTIONS)),
  resolvedBy: z.nullable(z.string()),
  /** How much money lies where it should not, where a finding is about that. */
  amount: z.optional(Money),
  /** Acts that are open now. */
  fixes: z.array(z.enum(FIXES)),
});
export type Finding = z.output<typeof Finding>;

/** Why no calls go out to the provider. */
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
  /** The provider's word. */
  code: z.string(),
  /** The account that holds our payments, and the account of the present key. */
  account: z.nullable(z.string()),
  met: z.nullable(z.string()),
});
export type Halt = z.output<typeof Halt>;

/**
 * `events`: the provider's own list of what happened. `reread`: older refunds and disputes. `invariants`: the books against themselves.
 */
export const PASSES = ["events", "reread", "invariants"] as const;

/** Whether the looks over the books go through. */
export const MoneyHealth = z.strictObject({
  open: z.int(),
  /** Since when the oldest call waits for a clear answer. */
  unknownSince: z.nullable(InstantText),
  /** When every hold was last asked about with success. */
  lastPassAt: z.nullable(InstantText),
  /** When each of the other looks last went through. */
  passes: z.array(z.strictObject({ name: z.enum(PASSES), okAt: z.nullable(InstantText) })),
  /** Since when the oldest hint of the provider waits to be followed. */
  hintSince: z.nullable(InstantText),
  /** null: calls go out. */
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
    summary: "Puts a finding right, or notes that it was dealt with",
    input: z.strictObject({ id: Id, fix: z.enum(MENDS) }),
    reply: Finding,
    refusals: ["payments.finding-closed", "payments.provider-silent", "payments.still-in-doubt"],
  }),
};
