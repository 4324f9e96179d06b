import { randomBytes } from "node:crypto";
import { disputeOn, judge, overdue } from "#features/payments/server/sandbox/dispute.ts";
import type { BankDispute, DisputeStep, LaterMovement } from "#features/payments/server/sandbox/dispute.ts";
import type { BankIntent } from "#features/payments/server/sandbox/intent.ts";
import { refund, ripen } from "#features/payments/server/sandbox/refund.ts";
import type { BankRefund, RefundStep } from "#features/payments/server/sandbox/refund.ts";
import { type Said, refusal } from "./said.ts";

/** Stripe's codes where the sandbox bank has other ones. */
const CODES: Readonly<Record<string, string>> = {
  already_refunded: "charge_already_refunded",
  not_captured: "payment_intent_unexpected_state",
};
const STATUS: Readonly<Record<BankDispute["status"], string>> = {
  inquiry: "warning_needs_response",
  open: "needs_response",
  won: "won",
  lost: "lost",
};

interface Kept {
  readonly intentOf: (id: string) => BankIntent | undefined;
  readonly move: (intentId: string, movements: readonly LaterMovement[]) => void;
  readonly tell: (type: string, object: Readonly<Record<string, unknown>>) => void;
}

/** Refunds and disputes as Stripe shows them, over the rules of our own sandbox bank. */
export function openAfterCapture(clock: () => number, kept: Kept) {
  const refunds: { one: BankRefund; marks: Readonly<Record<string, string>> }[] = [];
  const disputes: BankDispute[] = [];
  const newId = (kind: string) => `${kind}_${randomBytes(12).toString("hex")}`;

  const keepRefund = (step: RefundStep, marks: Readonly<Record<string, string>>, type: string): void => {
    const at = refunds.findIndex(({ one }) => one.id === step.refund.id);
    refunds.splice(at < 0 ? refunds.length : at, at < 0 ? 0 : 1, { one: step.refund, marks });
    kept.move(step.refund.intentId, step.movements);
    kept.tell(type, wireRefund(step.refund, marks));
  };
  const keepDispute = (step: DisputeStep, type: string): void => {
    const at = disputes.findIndex(({ id }) => id === step.dispute.id);
    disputes.splice(at < 0 ? disputes.length : at, at < 0 ? 0 : 1, step.dispute);
    kept.move(step.dispute.intentId, step.movements);
    kept.tell(type, wireDispute(step.dispute));
  };
  const ripenAll = (intent: BankIntent): void => {
    for (const { one, marks } of refunds.filter(({ one }) => one.intentId === intent.id)) {
      const step = ripen(one, intent, clock());
      if (step.refund !== one)
        keepRefund(step, marks, step.refund.status === "failed" ? "refund.failed" : "refund.updated");
    }
    for (const one of disputes.filter(({ intentId }) => intentId === intent.id)) {
      const step = overdue(one, clock());
      if (step.dispute !== one) keepDispute(step, "charge.dispute.closed");
    }
  };
  const currencyOf = (intentId: string): string => kept.intentOf(intentId)?.currency ?? "";
  const wireRefund = (one: BankRefund, metadata: Readonly<Record<string, string>>) => ({
    id: one.id,
    object: "refund",
    amount: one.amountMinor,
    currency: currencyOf(one.intentId),
    payment_intent: one.intentId,
    status: one.status,
    failure_reason: one.failure,
    metadata,
    created: Math.floor(one.createdAt / 1000),
  });
  const wireDispute = (one: BankDispute) => {
    const currency = currencyOf(one.intentId);
    const taken = { amount: -one.amountMinor, fee: one.feeMinor, currency };
    const back = { amount: one.amountMinor, fee: 0, currency };
    const wasTaken = one.feeMinor > 0 ? [taken] : [];
    return {
      id: one.id,
      object: "dispute",
      amount: one.amountMinor,
      currency,
      reason: one.reason,
      status: STATUS[one.status],
      payment_intent: one.intentId,
      created: Math.floor(one.openedAt / 1000),
      evidence_details: { due_by: Math.floor(one.evidenceDue / 1000) },
      balance_transactions:
        one.status === "won" ? [...wasTaken, ...(one.feeMinor > 0 ? [back] : [])] : wasTaken,
    };
  };
  const listOf = (query: URLSearchParams, all: readonly { readonly id: string }[]): Said => {
    const newest = all.toReversed();
    const after = query.get("starting_after");
    const from = after === null ? 0 : newest.findIndex(({ id }) => id === after) + 1;
    const data = newest.slice(from, from + Number(query.get("limit") ?? "10"));
    return { status: 200, body: { object: "list", data, has_more: from + data.length < newest.length } };
  };

  return {
    /** The holder of a disputing card complains as soon as money was taken. */
    captured(intent: BankIntent): void {
      if (disputes.some(({ intentId }) => intentId === intent.id)) return;
      const step = disputeOn(intent, newId("du"), clock());
      if (step) keepDispute(step, "charge.dispute.created");
    },
    refund(form: URLSearchParams, metadata: Readonly<Record<string, string>>): Said {
      const intent = kept.intentOf(form.get("payment_intent") ?? "");
      if (!intent) return refusal(404, "resource_missing");
      ripenAll(intent);
      const standing = {
        refunds: refunds.map(({ one }) => one).filter(({ intentId }) => intentId === intent.id),
        disputes: disputes.filter(({ intentId }) => intentId === intent.id),
      };
      const order = { id: newId("re"), mark: null, amountMinor: Number(form.get("amount")) };
      const step = refund(intent, standing, order, clock());
      if (typeof step === "string") return refusal(400, CODES[step] ?? step);
      keepRefund(step, metadata, "refund.created");
      return { status: 200, body: wireRefund(step.refund, metadata) };
    },
    refunds(query: URLSearchParams): Said {
      const intent = kept.intentOf(query.get("payment_intent") ?? "");
      if (!intent) return refusal(404, "resource_missing");
      ripenAll(intent);
      const own = refunds.filter(({ one }) => one.intentId === intent.id);
      return listOf(
        query,
        own.map(({ one, marks }) => wireRefund(one, marks)),
      );
    },
    disputes(query: URLSearchParams): Said {
      const intent = kept.intentOf(query.get("payment_intent") ?? "");
      if (!intent) return refusal(404, "resource_missing");
      ripenAll(intent);
      return listOf(query, disputes.filter(({ intentId }) => intentId === intent.id).map(wireDispute));
    },
    /** What the card's bank makes of a dispute. */
    judge(id: string, verdict: "won" | "lost"): void {
      const one = disputes.find((dispute) => dispute.id === id);
      if (!one) throw new Error(`no dispute ${id}`);
      keepDispute(judge(one, verdict), "charge.dispute.closed");
    },
  };
}
