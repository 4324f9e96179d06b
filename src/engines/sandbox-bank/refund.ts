import { DAY_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { REFUND_WAYS } from "./cards.ts";
import type { BankDispute, LaterMovement } from "./dispute.ts";
import { UNEXPECTED } from "./intent.ts";
import type { BankIntent } from "./intent.ts";

/** A card's bank takes days to book a refund, or to send it back. */
const REFUND_TAKES_MS = 2 * DAY_MS;

/** Money on its way back to a card, as the bank knows it. */
export interface BankRefund {
  readonly id: string;
  readonly intentId: string;
  /** The shop's metadata. */
  readonly mark: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly amountMinor: number;
  readonly status: "pending" | "succeeded" | "failed";
  readonly failure: string | null;
  readonly createdAt: Instant;
}

export interface RefundStep {
  readonly refund: BankRefund;
  readonly movements: readonly LaterMovement[];
}

/**
 * Refunds a part of a capture.
 *
 * @param standing the intent's refunds and disputes until now
 * @returns the code of a refusal, where the bank refuses
 */
export function refund(
  intent: BankIntent,
  standing: { readonly refunds: readonly BankRefund[]; readonly disputes: readonly BankDispute[] },
  order: Pick<BankRefund, "id" | "mark" | "metadata" | "amountMinor">,
  now: Instant,
): RefundStep | string {
  const { amountMinor } = order;
  if (intent.status !== "succeeded") return UNEXPECTED;
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0) return "bad_amount";
  if (standing.disputes.some(({ status }) => status === "open" || status === "lost"))
    return "charge_disputed";
  const given = standing.refunds.reduce(
    (all, one) => all + (one.status === "failed" ? 0 : one.amountMinor),
    0,
  );
  if (given === intent.capturedMinor) return "charge_already_refunded";
  if (given + amountMinor > intent.capturedMinor) return "amount_too_large";
  const isPending = REFUND_WAYS[intent.cardLast4 ?? ""] === "pending";
  return {
    refund: {
      ...order,
      intentId: intent.id,
      status: isPending ? "pending" : "succeeded",
      failure: null,
      createdAt: now,
    },
    movements: [{ kind: "refund", amountMinor }],
  };
}

/** Advances a refund by days: a pending one arrives, one to a closed account comes back. */
export function ripen(one: BankRefund, intent: BankIntent, now: Instant): RefundStep {
  const way = REFUND_WAYS[intent.cardLast4 ?? ""];
  const isDue = now >= one.createdAt + REFUND_TAKES_MS && one.status !== "failed";
  if (isDue && way === "fails-later")
    return {
      refund: { ...one, status: "failed", failure: "lost_or_stolen_card" },
      movements: [{ kind: "refund_back", amountMinor: one.amountMinor }],
    };
  if (isDue && one.status === "pending") return { refund: { ...one, status: "succeeded" }, movements: [] };
  return { refund: one, movements: [] };
}
