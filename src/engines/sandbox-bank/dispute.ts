import { DAY_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { DISPUTE_WAYS } from "./cards.ts";
import type { BankIntent } from "./intent.ts";

/** How long the shop may send evidence. */
const EVIDENCE_MS = 9 * DAY_MS;
/** Taken for handling a dispute, also of one that is won; in minor units. */
const DISPUTE_FEE_MINOR = 1500;

/** A card holder's complaint, as the bank knows it. */
export interface BankDispute {
  readonly id: string;
  readonly intentId: string;
  readonly reason: string;
  readonly status: "inquiry" | "open" | "won" | "lost";
  readonly amountMinor: number;
  readonly withdrawnMinor: number;
  readonly feeMinor: number;
  readonly evidenceDue: Instant;
  readonly openedAt: Instant;
}

/** A movement after a capture. */
export interface LaterMovement {
  readonly kind: "refund" | "refund_back" | "dispute" | "dispute_back" | "dispute_fee";
  readonly amountMinor: number;
}

export interface DisputeStep {
  readonly dispute: BankDispute;
  readonly movements: readonly LaterMovement[];
}

/** Dispute that this card's holder opens after a capture; undefined for the others. */
export function disputeOn(intent: BankIntent, id: string, now: Instant): DisputeStep | undefined {
  const way = DISPUTE_WAYS[intent.cardLast4 ?? ""];
  if (!way || intent.status !== "succeeded") return undefined;
  const amountMinor = intent.capturedMinor;
  const withdrawnMinor = way.isInquiry ? 0 : amountMinor;
  const feeMinor = way.isInquiry ? 0 : DISPUTE_FEE_MINOR;
  return {
    dispute: {
      id,
      intentId: intent.id,
      reason: way.reason,
      status: way.isInquiry ? "inquiry" : "open",
      amountMinor,
      withdrawnMinor,
      feeMinor,
      evidenceDue: now + EVIDENCE_MS,
      openedAt: now,
    },
    movements: way.isInquiry
      ? []
      : [
          { kind: "dispute", amountMinor },
          { kind: "dispute_fee", amountMinor: feeMinor },
        ],
  };
}

/** The card's bank decides; a decision is final. */
export function judge(dispute: BankDispute, verdict: "won" | "lost"): DisputeStep {
  if (dispute.status === "won" || dispute.status === "lost") return { dispute, movements: [] };
  const back = verdict === "won" ? dispute.withdrawnMinor : 0;
  return {
    dispute: { ...dispute, status: verdict, withdrawnMinor: dispute.withdrawnMinor - back },
    movements: back > 0 ? [{ kind: "dispute_back", amountMinor: back }] : [],
  };
}

/** Without evidence in time a dispute is lost; a question that nobody followed up is over. */
export function overdue(dispute: BankDispute, now: Instant): DisputeStep {
  if (now < dispute.evidenceDue) return { dispute, movements: [] };
  return judge(dispute, dispute.status === "inquiry" ? "won" : "lost");
}
