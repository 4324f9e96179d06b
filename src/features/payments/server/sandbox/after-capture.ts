import { randomBytes } from "node:crypto";
import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { lockIntent } from "./books.ts";
import type { Answer } from "./books.ts";
import { disputesOf, intentOfDispute, keepDispute, keepRefund, refundsOf } from "./books-after.ts";
import { disputeOn, judge, overdue } from "./dispute.ts";
import type { BankDispute } from "./dispute.ts";
import type { BankIntent } from "./intent.ts";
import { refund, ripen } from "./refund.ts";
import type { BankRefund } from "./refund.ts";

const refuse = (status: number, code: string): Answer => ({ status, body: { error: { code } } });
const newId = (kind: string): string => `${kind}_${randomBytes(12).toString("hex")}`;

interface Standing {
  readonly intent: BankIntent;
  readonly refunds: BankRefund[];
  readonly disputes: BankDispute[];
}

/** An intent with its refunds and disputes as time has made them, held until the transaction ends. */
async function standingOf(tx: Tx, intentId: string, now: Instant): Promise<Standing | undefined> {
  const intent = await lockIntent(tx, intentId);
  if (!intent) return undefined;
  const refunds: BankRefund[] = [];
  for (const before of await refundsOf(tx, intentId)) {
    const step = ripen(before, intent, now);
    if (step.refund !== before) await keepRefund(tx, step, now);
    refunds.push(step.refund);
  }
  const disputes: BankDispute[] = [];
  for (const before of await disputesOf(tx, intentId)) {
    const step = overdue(before, now);
    if (step.dispute !== before) await keepDispute(tx, step, now);
    disputes.push(step.dispute);
  }
  return { intent, refunds, disputes };
}

export async function giveBack(
  tx: Tx,
  order: { readonly id: string; readonly amountMinor: number; readonly mark: string },
  now: Instant,
): Promise<Answer> {
  const standing = await standingOf(tx, order.id, now);
  if (!standing) return refuse(404, "no_such_intent");
  const { amountMinor, mark } = order;
  const step = refund(standing.intent, standing, { id: newId("re"), mark, amountMinor }, now);
  if (typeof step === "string") return refuse(400, step);
  await keepRefund(tx, step, now);
  return { status: 200, body: { refund: withCurrency(step.refund, standing.intent) } };
}

export async function showRefunds(tx: Tx, intentId: string, now: Instant): Promise<Answer> {
  const standing = await standingOf(tx, intentId, now);
  if (!standing) return refuse(404, "no_such_intent");
  return {
    status: 200,
    body: { refunds: standing.refunds.map((one) => withCurrency(one, standing.intent)) },
  };
}

export async function showDisputes(tx: Tx, intentId: string, now: Instant): Promise<Answer> {
  const standing = await standingOf(tx, intentId, now);
  if (!standing) return refuse(404, "no_such_intent");
  return {
    status: 200,
    body: { disputes: standing.disputes.map((one) => withCurrency(one, standing.intent)) },
  };
}

/** The holder of a disputing card complains as soon as money was taken, once. */
export async function complain(tx: Tx, intentId: string, now: Instant): Promise<void> {
  const standing = await standingOf(tx, intentId, now);
  if (!standing || standing.disputes.length > 0) return;
  const step = disputeOn(standing.intent, newId("du"), now);
  if (step) await keepDispute(tx, step, now);
}

/** The card's bank decides. */
export async function decide(tx: Tx, id: string, verdict: "won" | "lost", now: Instant): Promise<Answer> {
  const intentId = await intentOfDispute(tx, id);
  const standing = intentId === undefined ? undefined : await standingOf(tx, intentId, now);
  const dispute = standing?.disputes.find((one) => one.id === id);
  if (!standing || !dispute) return refuse(404, "no_such_dispute");
  const step = judge(dispute, verdict);
  await keepDispute(tx, step, now);
  return { status: 200, body: { dispute: withCurrency(step.dispute, standing.intent) } };
}

const withCurrency = <T extends object>(one: T, { currency }: BankIntent): T & { currency: string } => ({
  ...one,
  currency,
});
