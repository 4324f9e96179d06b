import { DAY_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { disputeOn, judge, overdue } from "#engines/sandbox-bank/dispute.ts";
import type { BankDispute, DisputeStep } from "#engines/sandbox-bank/dispute.ts";
import type { BankIntent } from "#engines/sandbox-bank/intent.ts";
import { refund, ripen } from "#engines/sandbox-bank/refund.ts";
import type { BankRefund } from "#engines/sandbox-bank/refund.ts";
import type { MemoryBank, Said } from "./bank.ts";

type LaterBooks = Pick<MemoryBank, "refunds" | "disputes" | "complain" | "judge"> & {
  giveBack(id: string, amountMinor: number, metadata: Readonly<Record<string, string>>): Said<BankRefund>;
};

interface Surroundings {
  readonly clock: () => Instant;
  readonly later: (time: Instant, deed: () => void) => void;
  readonly happened: (type: string, ref: string) => void;
  readonly intentOf: (id: string) => BankIntent | undefined;
}

/** A little more than a card's bank takes to book a refund or to send it back. */
const RIPE_MS = 2 * DAY_MS + 1;

/** Events after a capture: money that goes back, and card holders who want it back. */
export function openLaterBooks({ clock, later, happened, intentOf }: Surroundings): LaterBooks {
  const refunds = new Map<string, BankRefund>();
  const disputes = new Map<string, BankDispute>();

  const ripened = (before: BankRefund, intent: BankIntent): BankRefund => {
    const { refund: after } = ripen(before, intent, clock());
    if (after === before) return before;
    refunds.set(after.id, after);
    happened(after.status === "failed" ? "refund.failed" : "refund.updated", intent.id);
    return after;
  };
  const refundsOf = (intentId: string): BankRefund[] => {
    const intent = intentOf(intentId);
    const own = [...refunds.values()].filter((one) => one.intentId === intentId);
    return intent ? own.map((one) => ripened(one, intent)) : [];
  };
  const keep = ({ dispute }: DisputeStep, type: string): BankDispute => {
    const before = disputes.get(dispute.id);
    disputes.set(dispute.id, dispute);
    if (before?.status !== dispute.status) happened(type, dispute.intentId);
    return dispute;
  };
  const disputesOf = (intentId: string): BankDispute[] =>
    [...disputes.values()]
      .filter((one) => one.intentId === intentId)
      .map((one) => keep(overdue(one, clock()), "charge.dispute.closed"));

  return {
    refunds: refundsOf,
    disputes: disputesOf,
    giveBack(id, amountMinor, metadata) {
      const intent = intentOf(id);
      if (!intent) return { status: 400, code: "no_such_intent" };
      const mark = metadata["op_id"] ?? null;
      const order = { id: `re_${refunds.size + 1}`, mark, metadata, amountMinor };
      const standing = { refunds: refundsOf(id), disputes: disputesOf(id) };
      const given = refund(intent, standing, order, clock());
      if (typeof given === "string") return { status: 400, code: given };
      refunds.set(order.id, given.refund);
      happened("refund.created", id);
      later(clock() + RIPE_MS, () => void refundsOf(id));
      return { status: 200, value: given.refund };
    },
    complain(id) {
      const intent = intentOf(id);
      if (!intent || disputesOf(id).length > 0) return;
      const left = intent.capturedMinor - givenOf(refundsOf(id));
      const step = disputeOn({ ...intent, capturedMinor: left }, `du_${disputes.size + 1}`, clock());
      if (step && left > 0) keep(step, "charge.dispute.created");
    },
    judge(disputeId, verdict) {
      const dispute = disputes.get(disputeId);
      if (dispute) keep(judge(dispute, verdict), "charge.dispute.closed");
    },
  };
}

/** Sum of the refunds that did not come back from the card's bank. */
export const givenOf = (refunds: readonly BankRefund[]): number =>
  refunds.reduce((all, one) => all + (one.status === "failed" ? 0 : one.amountMinor), 0);
