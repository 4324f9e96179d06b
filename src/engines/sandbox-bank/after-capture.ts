import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { lockIntent } from "./books.ts";
import type { Answer } from "./faults.ts";
import { disputesOf, intentOfDispute, keepDispute, keepRefund, refundsOf } from "./books-after.ts";
import { disputeOn, judge, overdue } from "./dispute.ts";
import type { BankDispute, DisputeStep } from "./dispute.ts";
import { refuse } from "./faults.ts";
import type { BankIntent } from "./intent.ts";
import { newName, storeEvent } from "./store-event.ts";
import { refund, ripen } from "./refund.ts";
import type { BankRefund, RefundStep } from "./refund.ts";
import { wireDispute, wireRefund } from "./wire-after.ts";
import type { TimedTx } from "#server/db/tx-context.ts";

/** An intent with everything that followed its capture. */
export interface Standing {
  readonly intent: BankIntent;
  readonly refunds: BankRefund[];
  readonly disputes: BankDispute[];
}

/** An intent with its refunds and disputes as time has made them, held until the transaction ends. */
export async function standingOf(tx: Tx, intentId: string, now: Instant): Promise<Standing | undefined> {
  const intent = await lockIntent(tx, intentId);
  if (!intent) return undefined;
  const refunds: BankRefund[] = [];
  for (const before of await refundsOf(tx, intentId)) {
    const step = ripen(before, intent, now);
    if (step.refund !== before) {
      const type = step.refund.status === "failed" ? "refund.failed" : "refund.updated";
      await writeRefund({ tx, now }, intent, step, type);
    }
    refunds.push(step.refund);
  }
  const disputes: BankDispute[] = [];
  for (const before of await disputesOf(tx, intentId)) {
    const step = overdue(before, now);
    if (step.dispute !== before) await writeDispute({ tx, now }, intent, step, "charge.dispute.closed");
    disputes.push(step.dispute);
  }
  return { intent, refunds, disputes };
}

/** @returns the refund, or the code of the bank's no */
export async function refundIn(
  tx: Tx,
  standing: Standing,
  order: Pick<BankRefund, "mark" | "metadata" | "amountMinor">,
  now: Instant,
): Promise<BankRefund | string> {
  const step = refund(standing.intent, standing, { ...order, id: newName("re") }, now);
  if (typeof step === "string") return step;
  await writeRefund({ tx, now }, standing.intent, step, "refund.created");
  return step.refund;
}

async function writeRefund({ tx, now }: TimedTx, intent: BankIntent, step: RefundStep, type: string) {
  await keepRefund(tx, step, now);
  await storeEvent({ tx, now }, type, intent.id, wireRefund(step.refund, intent));
}

async function writeDispute({ tx, now }: TimedTx, intent: BankIntent, step: DisputeStep, type: string) {
  await keepDispute(tx, step, now);
  await storeEvent({ tx, now }, type, intent.id, wireDispute(step.dispute, intent));
}

/** The holder of a disputing card complains as soon as money was taken, once. */
export async function complain(tx: Tx, intentId: string, now: Instant): Promise<void> {
  const standing = await standingOf(tx, intentId, now);
  if (!standing || standing.disputes.length > 0) return;
  const step = disputeOn(standing.intent, newName("du"), now);
  if (step) await writeDispute({ tx, now }, standing.intent, step, "charge.dispute.created");
}

/** The card's bank decides. */
export async function decide(tx: Tx, id: string, verdict: "won" | "lost", now: Instant): Promise<Answer> {
  const intentId = await intentOfDispute(tx, id);
  const standing = intentId === undefined ? undefined : await standingOf(tx, intentId, now);
  const dispute = standing?.disputes.find((one) => one.id === id);
  if (!standing || !dispute) return refuse(404, "no_such_dispute");
  const step = judge(dispute, verdict);
  await writeDispute({ tx, now }, standing.intent, step, "charge.dispute.closed");
  return { status: 200, body: {} };
}
