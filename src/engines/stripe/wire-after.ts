import * as z from "zod/mini";
import type { Money } from "#kernel/money.ts";
import type {
  DisputeSnapshot,
  DisputeState,
  RefundSnapshot,
  RefundStatus,
} from "#features/payments/server/public.ts";
import { fromCardUnits } from "#features/payments/server/public.ts";

const Whole = z.int().check(z.nonnegative());
const OfIntent = z.union([z.string(), z.object({ id: z.string() })]);
const Marks = z.nullish(z.record(z.string(), z.string()));

const Refund = z.object({
  id: z.string().check(z.regex(/^(re|pyr)_[A-Za-z0-9_]{1,200}$/)),
  object: z.literal("refund"),
  amount: Whole,
  currency: z.string(),
  payment_intent: OfIntent,
  status: z.nullish(z.string()),
  failure_reason: z.nullish(z.string()),
  metadata: Marks,
});
type Refund = z.output<typeof Refund>;

const Dispute = z.object({
  id: z.string().check(z.regex(/^(du|dp)_[A-Za-z0-9_]{1,200}$/)),
  object: z.literal("dispute"),
  amount: Whole,
  currency: z.string(),
  reason: z.string(),
  status: z.string(),
  payment_intent: OfIntent,
  /** Seconds since 1970. */
  created: z.int(),
  evidence_details: z.object({ due_by: z.nullish(z.int()) }),
  balance_transactions: z.array(z.object({ amount: z.int(), fee: z.int(), currency: z.string() })),
});
type Dispute = z.output<typeof Dispute>;

const listOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ object: z.literal("list"), has_more: z.boolean(), data: z.array(item) });
const Refunds = listOf(Refund);
const Disputes = listOf(Dispute);

/** A page of a list, newest first, with where the next one begins. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

const REFUND_STATUS: Readonly<Record<string, RefundStatus>> = {
  pending: "pending",
  requires_action: "pending",
  succeeded: "succeeded",
  failed: "failed",
  canceled: "failed",
};

const refOf = (about: z.output<typeof OfIntent>): string => (typeof about === "string" ? about : about.id);

/** Our view of a refund as it came over the wire; nothing where its shape is wrong. */
export function refundOf(body: unknown, instance: string): RefundSnapshot | undefined {
  const read = Refund.safeParse(body);
  return read.success ? refundFrom(read.data, instance) : undefined;
}

function refundFrom(wire: Refund, instance: string): RefundSnapshot | undefined {
  const amount = fromCardUnits(wire.amount, wire.currency);
  if (!amount) return undefined;
  const marks = wire.metadata ?? {};
  return {
    ref: wire.id,
    intentRef: refOf(wire.payment_intent),
    opId: marks["instance"] === instance ? (marks["op_id"] ?? null) : null,
    currency: amount.currency,
    amountMinor: amount.minor,
    status: REFUND_STATUS[wire.status ?? ""] ?? "unforeseen",
    failure: wire.failure_reason ?? null,
  };
}

export function refundPage(body: unknown, instance: string): Page<RefundSnapshot> | undefined {
  const read = Refunds.safeParse(body);
  return read.success ? pageOf(read.data, (wire) => refundFrom(wire, instance)) : undefined;
}

const DISPUTE_STATE: Readonly<Record<string, DisputeState>> = {
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry",
  warning_closed: "won",
  prevented: "won",
  needs_response: "open",
  under_review: "open",
  appeal_needs_response: "open",
  appeal_under_review: "open",
  won: "won",
  lost: "lost",
};

export function disputePage(body: unknown): Page<DisputeSnapshot> | undefined {
  const read = Disputes.safeParse(body);
  return read.success ? pageOf(read.data, disputeFrom) : undefined;
}

interface Sums {
  readonly withdrawn: Money;
  readonly fee: Money;
}

/** Amounts that a dispute withdrew from our balance in this currency; undefined where it has none. */
function sumsIn(wire: Dispute, currency: string): Sums | undefined {
  const moved = wire.balance_transactions.filter((one) => one.currency === currency);
  const sumOf = (pick: (one: { amount: number; fee: number }) => number): number =>
    Math.max(
      0,
      moved.reduce((all, one) => all + pick(one), 0),
    );
  const withdrawn = fromCardUnits(
    sumOf((one) => -one.amount),
    currency,
  );
  const fee = fromCardUnits(
    sumOf((one) => one.fee),
    currency,
  );
  return withdrawn && fee && { withdrawn, fee };
}

/**
 * Amounts of a balance in another currency: the whole disputed amount counts as withdrawn until something is
 * returned. Rates differ between the days, so the returned amount is another number than the withdrawn one.
 */
function movedOf(
  wire: Dispute,
  amount: Money,
): Pick<DisputeSnapshot, "withdrawnMinor" | "feeMinor" | "settled"> | undefined {
  const foreign = wire.balance_transactions.find(({ currency }) => currency !== wire.currency)?.currency;
  const own = sumsIn(wire, wire.currency);
  if (!own) return undefined;
  if (foreign === undefined)
    return { withdrawnMinor: own.withdrawn.minor, feeMinor: own.fee.minor, settled: null };
  const there = sumsIn(wire, foreign);
  if (!there) return undefined;
  const isBack = wire.balance_transactions.some((one) => one.currency === foreign && one.amount > 0);
  return {
    withdrawnMinor: there.withdrawn.minor > 0 && !isBack ? amount.minor : own.withdrawn.minor,
    feeMinor: own.fee.minor,
    settled: {
      currency: there.fee.currency,
      withdrawnMinor: there.withdrawn.minor,
      feeMinor: there.fee.minor,
    },
  };
}

function disputeFrom(wire: Dispute): DisputeSnapshot | undefined {
  const amount = fromCardUnits(wire.amount, wire.currency);
  const moved = amount && movedOf(wire, amount);
  if (!amount || !moved) return undefined;
  const due = wire.evidence_details.due_by;
  return {
    ref: wire.id,
    intentRef: refOf(wire.payment_intent),
    reason: wire.reason,
    state: DISPUTE_STATE[wire.status] ?? null,
    currency: amount.currency,
    amountMinor: amount.minor,
    ...moved,
    evidenceDue: typeof due === "number" ? due * 1000 : null,
    openedAt: wire.created * 1000,
  };
}

/** All of a page or nothing: a list that is read in part would say that a refund is not there. */
function pageOf<W extends { id: string }, T>(
  list: { readonly data: readonly W[]; readonly has_more: boolean },
  read: (wire: W) => T | undefined,
): Page<T> | undefined {
  const items = list.data.map(read).filter((item) => item !== undefined);
  if (items.length < list.data.length) return undefined;
  return { items, next: list.has_more ? list.data.at(-1)?.id : undefined };
}
