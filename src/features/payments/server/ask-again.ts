import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import { readAndMerge } from "./check.ts";
import type { PaymentRow } from "../domain/payment.ts";
import { markLooked } from "./refunds/refund-row.ts";
import type { PaymentDeps } from "./base/payment-deps.ts";
import { closeMended, noteFinding } from "./base/finding-row.ts";

/** Asks about the refunds and disputes of a taken payment; one that is missing there is not asked about every minute. */
export async function askAfter(deps: PaymentDeps, orgId: string, payment: PaymentRow): Promise<void> {
  const { ref } = payment;
  const isMissing = (await pullKnown(deps, orgId, payment)) === "missing";
  await deps.db.as({ orgId }, async (tx) => {
    const now = deps.clock();
    if (!isMissing) return ref === null ? undefined : closeMended(tx, now, "missing", ref);
    await noteMissing(tx, now, payment);
    await markLooked(tx, payment.id, now);
    await sql`update dispute set told_at = ${toIso(now)}
              where org_id = app_org() and payment_id = ${payment.id}`.execute(tx);
  });
}

/**
 * The payment as the provider says it is, or `missing` where it does not know it.
 *
 * @throws Refusal where it does not answer
 */
export async function pullKnown(
  deps: PaymentDeps,
  orgId: string,
  payment: PaymentRow,
): Promise<PaymentRow | undefined | "missing"> {
  try {
    return await readAndMerge(deps, orgId, payment);
  } catch (error) {
    if (!(error instanceof Refusal) || payment.ref === null) throw error;
    // Silence is not "no": only a clear one is.
    if ((await deps.provider.getIntent(payment.ref)).kind !== "rejected") throw error;
    return "missing";
  }
}

/** Notes that the provider does not know the payment. */
export const noteMissing = (tx: Tx, now: Instant, { id, ref }: PaymentRow): Promise<void> =>
  noteFinding(tx, now, { kind: "missing", about: ref ?? "", paymentId: id, facts: { kind: "intent" } });
