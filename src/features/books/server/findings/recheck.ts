import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { failpoint } from "#server/failpoint.ts";
import type { DisputeSnapshot } from "#features/payments/domain/dispute.ts";
import type { RefundSnapshot } from "#features/payments/domain/refund.ts";
import type { IntentSnapshot } from "#features/payments/domain/payment.ts";
import {
  mergeDisputes,
  mergeRefunds,
  orRefuse,
  leaveReview,
  lockPayment,
  readPayment,
  type PaymentDeps,
  type PaymentRow,
} from "#features/payments/server/public.ts";

/** Looks that other news may overtake before a person is asked to try again. */
const LOOKS = 3;

interface Told {
  readonly askedAt: Instant;
  readonly intent: IntentSnapshot | undefined;
  readonly refunds: readonly RefundSnapshot[];
  readonly disputes: readonly DisputeSnapshot[];
}

/**
 * Reads a payment under review at the provider and decides by its present snapshot. Webhooks merged between the
 * read and the decision repeat the read; a payment that somebody else brought out of its review is left as it is.
 */
export async function recheckPayment(deps: PaymentDeps, orgId: string, id: string): Promise<PaymentRow> {
  for (let n = 0; n < LOOKS; n += 1) {
    const payment = await deps.db.as({ orgId }, (tx) => readPayment(tx, id));
    if (!payment) throw new Refusal("payments.not-found");
    if (payment.state !== "review") return payment;
    if (payment.provider !== deps.provider.id) throw new Refusal("payments.provider-silent");
    const told = await ask(deps, payment);
    failpoint("recheck:asked");
    const after = await decide(deps, orgId, payment, told);
    if (after) return after;
  }
  throw new Refusal("payments.provider-silent");
}

async function ask(deps: PaymentDeps, payment: PaymentRow): Promise<Told> {
  const askedAt = deps.clock();
  const intent = await intentOf(deps, payment);
  const isTaken = payment.capturedMinor > 0 || (intent?.capturedMinor ?? 0) > 0;
  if (!isTaken || !intent) return { askedAt, intent, refunds: [], disputes: [] };
  return {
    askedAt,
    intent,
    refunds: orRefuse(await deps.provider.listRefunds(intent.ref)),
    disputes: orRefuse(await deps.provider.listDisputes(intent.ref)),
  };
}

/** The payment's intent; where none was known, the one that the provider has for it. */
async function intentOf({ provider }: PaymentDeps, payment: PaymentRow): Promise<IntentSnapshot | undefined> {
  if (payment.ref !== null) return orRefuse(await provider.getIntent(payment.ref)).snapshot;
  const found = orRefuse(await provider.findIntents(payment.id)).map(({ snapshot }) => snapshot);
  return found.find(({ status }) => status !== "canceled") ?? found[0];
}

/** @returns undefined where the row changed since the look */
const decide = (
  deps: PaymentDeps,
  orgId: string,
  { id, version }: PaymentRow,
  told: Told,
): Promise<PaymentRow | undefined> =>
  deps.db.as({ orgId }, async (tx) => {
    const now = deps.clock();
    const locked = await lockPayment(tx, id);
    if (!locked || locked.version !== version) return undefined;
    const cleared = await leaveReview({ tx, orgId, now }, locked, told.intent);
    if (!cleared) throw new Refusal("payments.still-in-doubt");
    if (cleared.capturedMinor === 0) return cleared;
    const refunded = await mergeRefunds({ tx, orgId, now }, cleared, told.refunds);
    const after = await mergeDisputes({ tx, orgId, now }, refunded, told.disputes, told.askedAt);
    if (after.state === "review") throw new Refusal("payments.still-in-doubt");
    return after;
  });
