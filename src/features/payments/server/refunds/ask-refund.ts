import type { ParsedOf } from "#contract/endpoint.ts";
import { exponentOf } from "#kernel/currency.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import { failpoint } from "#server/failpoint.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import type { Refund, refundsApi } from "../../contract/refunds.ts";
import { type RefundRow, type RefundState, needsSecond, remainingMinor } from "../../domain/refund.ts";
import { refuseWhileComparing } from "../gate/gate-row.ts";
import { lockPayment } from "../base/payment-row.ts";
import type { PaymentRow } from "../../domain/payment.ts";
import { runOperation } from "../operations/run-operation.ts";
import { type PaymentDeps, isOn } from "../base/payment-deps.ts";
import { addRefund, refundById, refundsOf, writeRefund, shownRefund } from "../base/refund-row.ts";
import { closeReview, heldMinor, planRelease } from "./release.ts";

type Asked = ParsedOf<typeof refundsApi.askRefund>;

/**
 * Asks for a refund. The amount is reserved under the payment's row lock before anything leaves; above the limit
 * it waits for a second person. Asked again with the same id, it is the same request.
 */
export async function askRefund(deps: PaymentDeps, wish: Asked, context: Context): Promise<Refund> {
  const { orgId } = context.actor;
  const asked = isOn(deps, "refund-request-id") ? wish : { ...wish, id: newId(context.now) };
  const opId = await deps.db.as(context.actor, (tx) => write(deps, tx, asked, context));
  failpoint("refund:asked");
  if (opId !== undefined) await runOperation(deps, orgId, opId);
  return deps.db.as(context.actor, async (tx) => {
    const shown = await shownRefund(tx, asked.id);
    if (shown.state === "released") await closeReview(tx, asked.paymentId, context);
    return shown;
  });
}

async function write(deps: PaymentDeps, tx: Tx, asked: Asked, context: Context): Promise<string | undefined> {
  const payment = await lockPayment(tx, asked.paymentId);
  if (!payment) throw new Refusal("payments.not-found");
  const standing = await refundById(tx, asked.id);
  if (standing) {
    if (!isSame(standing, asked, payment)) throw new Refusal("payments.refund-conflict");
    return undefined;
  }
  const mayRelease = (await heldMinor(tx, payment)) > 0;
  mayRefund(deps, mayRelease ? { ...payment, state: "authorized" } : payment, asked);
  await refuseWhileComparing(tx, payment.provider, context.now);
  if (payment.capturedMinor === 0) return release(deps, tx, { payment, asked }, context);
  const left = leftOf(deps, payment);
  if (asked.amount.minor > left && payment.disputedMinor + payment.lostMinor > 0)
    throw new Refusal("payments.disputed", { remainingMinor: left, currency: payment.currency });
  if (asked.amount.minor > left)
    throw new Refusal("payments.refund-exceeds", { remainingMinor: left, currency: payment.currency });
  const alone = sumAlone(await refundsOf(tx, payment.id));
  const limit = aloneMinor(deps, payment.currency);
  const waits = needsSecond(asked.amount.minor, alone, limit);
  const state = waits ? "waiting" : "sending";
  const opId = await writeRefund(deps, tx, payment, rowOf(asked, context, state));
  failpoint("refund:asking");
  return opId;
}

const leftOf = (deps: PaymentDeps, payment: PaymentRow): number =>
  remainingMinor(
    isOn(deps, "refund-reservation") ? payment : { ...payment, refundReservedMinor: payment.refundedMinor },
  );

export function mayRefund(
  deps: PaymentDeps,
  payment: PaymentRow,
  asked: { readonly amount: { readonly currency: string } },
): void {
  if (payment.provider !== deps.provider.id) throw new Refusal("payments.elsewhere");
  if (payment.state === "review") throw new Refusal("payments.in-review");
  if (asked.amount.currency !== payment.currency) throw new Refusal("payments.refund-conflict");
}

/**
 * Nothing was captured: the whole hold may be released instead, as the one settling of the payment. Above what one
 * person may refund alone it waits for a second one.
 */
async function release(
  deps: PaymentDeps,
  tx: Tx,
  { payment, asked }: { readonly payment: PaymentRow; readonly asked: Asked },
  context: Context,
): Promise<string | undefined> {
  const { minor } = asked.amount;
  if (minor !== (await heldMinor(tx, payment))) throw new Refusal("payments.not-captured");
  const waits = needsSecond(minor, 0, aloneMinor(deps, payment.currency));
  await addRefund(tx, rowOf(asked, context, waits ? "release-waiting" : "released"));
  if (waits) return undefined;
  const fresh = { now: context.now, instance: deps.instance };
  return planRelease(tx, payment, { id: asked.id, amountMinor: minor }, fresh);
}

export const rowOf = (asked: Asked, { actor, now }: Context, state: RefundState) => ({
  id: asked.id,
  paymentId: asked.paymentId,
  amountMinor: asked.amount.minor,
  reason: asked.reason,
  note: noteOf(asked),
  askedBy: actor.userId ?? null,
  askedAt: now,
  state,
});

const noteOf = ({ note }: Asked): string | null => (note === undefined || note === "" ? null : note);

export const isSame = (row: RefundRow, asked: Asked, payment: PaymentRow): boolean =>
  row.paymentId === asked.paymentId &&
  row.amountMinor === asked.amount.minor &&
  payment.currency === asked.amount.currency &&
  row.reason === asked.reason &&
  row.note === noteOf(asked);

const COUNTS: ReadonlySet<RefundState> = new Set([
  "sending",
  "pending",
  "succeeded",
  "failed",
  "by-bank",
  "cash-back",
]);

/** Amount of these refunds paid without a second approval. */
export const sumAlone = (
  refunds: readonly (Pick<RefundRow, "state" | "amountMinor"> & Record<"askedBy" | "decidedBy", unknown>)[],
): number =>
  refunds
    .filter((one) => one.askedBy !== null && one.decidedBy === null && COUNTS.has(one.state))
    .reduce((all, one) => all + one.amountMinor, 0);

/** A hundred of the currency's units, where the operator said nothing. */
export const aloneMinor = ({ refundLimits }: Pick<PaymentDeps, "refundLimits">, currency: string): number =>
  refundLimits?.[currency] ?? 100 * 10 ** exponentOf(currency);
