import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Refund } from "../../contract/refunds.ts";
import { type RefundRow, WAITS_FOR_SECOND } from "../../domain/refund.ts";
import { disputesOf } from "../base/dispute-row.ts";
import { refuseWhileComparing } from "../gate/gate-row.ts";
import { lockPayment } from "../base/payment-row.ts";
import type { PaymentRow } from "../../domain/payment.ts";
import { runOperation } from "../operations/run-operation.ts";
import type { PaymentDeps } from "../base/payment-deps.ts";
import { mayRefund } from "./ask-refund.ts";
import { isOurs, overpaidOf } from "./overpaid.ts";
import {
  decideRefund,
  planRefund,
  refundById,
  saveRefundSums,
  setRefund,
  shownRefund,
} from "../base/refund-row.ts";
import { closeReview, planRelease } from "./release.ts";
import type { TimedTx } from "#server/db/tx-context.ts";

export interface DecideParts {
  /** Absent where nobody takes cards: money that came without one goes back all the same. */
  readonly deps: PaymentDeps | undefined;
  readonly agreeToCashBack: (
    tx: Tx,
    refund: RefundRow,
    payment: PaymentRow,
    context: Context & { readonly userId: string },
  ) => Promise<void>;
}

/** A second person agrees to a refund or declines it; whoever asked for it never does. */
export async function decideOnRefund(
  parts: DecideParts,
  { id, agree }: { readonly id: string; readonly agree: boolean },
  context: Context,
): Promise<Refund> {
  const opId = await context.db.as(context.actor, (tx) => decide(parts, tx, { id, agree }, context));
  if (parts.deps && opId !== undefined) await runOperation(parts.deps, context.actor.orgId, opId);
  return context.db.as(context.actor, async (tx) => {
    const shown = await shownRefund(tx, id);
    if (shown.state === "released") await closeReview(tx, shown.paymentId, context);
    return shown;
  });
}

async function decide(
  { deps, agreeToCashBack }: DecideParts,
  tx: Tx,
  { id, agree }: { readonly id: string; readonly agree: boolean },
  context: Context,
): Promise<string | undefined> {
  const { refund, payment } = await lockRefund(tx, id);
  if (isRepeated(refund, context, agree)) return undefined;
  if (!WAITS_FOR_SECOND.has(refund.state)) throw new Refusal("payments.refund-decided");
  const { userId } = context.actor;
  if (refund.askedBy === userId || userId === undefined) throw new Refusal("payments.second-person");
  if (!agree) {
    await decideRefund({ tx, now: context.now }, id, userId, "declined");
    await saveRefundSums(tx, payment, context.now);
    return undefined;
  }
  if (refund.state === "cash-waiting") {
    await agreeToCashBack(tx, refund, payment, { ...context, userId });
    return undefined;
  }
  if (!deps) throw new Refusal("payments.not-offered");
  if (refund.state === "release-waiting")
    return release(deps, { tx, now: context.now }, { refund, payment }, userId);
  await refuseWhileComparing(tx, payment.provider, context.now);
  mayRefund(deps, payment, { amount: { currency: payment.currency } });
  if (isWithdrawn(payment)) throw new Refusal("payments.disputed");
  if (isOurs(refund) && (await overpaidOf(tx, payment)) < 0) throw new Refusal("payments.due-changed");
  await decideRefund({ tx, now: context.now }, id, userId, "sending");
  return planRefund(deps, tx, refund, context.now);
}

/** Of what refunds have set aside the card's bank withdrew some. */
const isWithdrawn = ({ capturedMinor, refundReservedMinor, disputedMinor, lostMinor }: PaymentRow): boolean =>
  disputedMinor + lostMinor > capturedMinor - refundReservedMinor;

async function release(
  deps: PaymentDeps,
  { tx, now }: TimedTx,
  { refund, payment }: { readonly refund: RefundRow; readonly payment: PaymentRow },
  userId: string,
): Promise<string> {
  if (payment.provider !== deps.provider.id) throw new Refusal("payments.elsewhere");
  await decideRefund({ tx, now }, refund.id, userId, "released");
  return planRelease(tx, payment, refund, { now, instance: deps.instance });
}

const isRepeated = (refund: RefundRow, { actor }: Context, agree: boolean): boolean =>
  refund.decidedBy !== null && refund.decidedBy === actor.userId && (refund.state === "declined") === !agree;

/**
 * Says what became of a refund that did not reach the card: paid to the customer by bank transfer, or not owed. While
 * the card's bank has the money in dispute, or kept it, or the dispute is not read yet, it is not paid a second time.
 */
export async function closeReturned(
  { id, by }: { readonly id: string; readonly by: "bank" | "nobody" },
  context: Context,
): Promise<Refund> {
  const state = by === "bank" ? "by-bank" : "dropped";
  return context.db.as(context.actor, async (tx) => {
    const { refund, payment } = await lockRefund(tx, id);
    if (refund.state !== "failed" && refund.state !== state) throw new Refusal("payments.refund-decided");
    if (by === "bank" && refund.state === "failed" && (isWithdrawn(payment) || (await isUnread(tx, refund))))
      throw new Refusal("payments.disputed");
    if (refund.state === "failed") {
      await setRefund(tx, id, context.now, { ...refund, state });
      await saveRefundSums(tx, payment, context.now);
    }
    return shownRefund(tx, id);
  });
}

/** Refused for a dispute, and none was read since. */
const isUnread = async (tx: Tx, { code, paymentId, askedAt }: RefundRow): Promise<boolean> =>
  code === "charge_disputed" && !(await disputesOf(tx, paymentId)).some(({ asOf }) => asOf > askedAt);

async function lockRefund(tx: Tx, id: string): Promise<{ refund: RefundRow; payment: PaymentRow }> {
  const found = await refundById(tx, id);
  const payment = found && (await lockPayment(tx, found.paymentId));
  const refund = payment && (await refundById(tx, id));
  if (!payment || !refund) throw new Refusal("payments.not-found");
  return { refund, payment };
}
