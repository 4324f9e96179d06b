import { MINUTE_MS } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { isGone } from "#server/db/out-of-reach.ts";
import {
  closeMended,
  noteAsked,
  noteFinding,
  noteMissing,
  pullKnown,
  type PaymentDeps,
  type PaymentRow,
} from "#features/payments/server/public.ts";

/** So long a pass waits for answers that do not come: a bank that is down keeps each call for half a minute. */
const PATIENCE_MS = 4 * MINUTE_MS;

/**
 * Asks about each payment. One without an answer goes to the end of the line, as each that was asked about does, and
 * keeps no other one.
 *
 * @throws Refusal `payments.provider-silent` after the others, where one had no answer
 */
export async function askEach(
  deps: PaymentDeps,
  orgId: string,
  payments: readonly PaymentRow[],
): Promise<void> {
  const began = deps.clock();
  let silence: Refusal | undefined;
  for (const payment of payments) {
    try {
      await askOne(deps, orgId, payment);
    } catch (error) {
      await deps.db.as({ orgId }, (tx) => noteAsked(tx, payment.id, deps.clock()));
      if (isGone(error)) throw error;
      if (!(error instanceof Refusal))
        deps.log.error({ paymentId: payment.id, error }, "a payment could not be asked about");
      else silence ??= error;
      if (silence && deps.clock() - began > PATIENCE_MS) throw silence;
    }
  }
  if (silence) throw silence;
}

/**
 * Asks about one payment; what nobody told us is a finding that is put right already. One that the provider says it does
 * not know is a finding too, which ends by itself when the provider knows it again.
 */
async function askOne(deps: PaymentDeps, orgId: string, payment: PaymentRow): Promise<void> {
  const { ref } = payment;
  const after = await pullKnown(deps, orgId, payment);
  await deps.db.as({ orgId }, async (tx) => {
    const now = deps.clock();
    await noteAsked(tx, payment.id, now);
    if (after === "missing") return noteMissing(tx, now, payment);
    if (ref !== null) await closeMended(tx, now, "missing", ref);
    if (!after || after.version === payment.version) return;
    await noteFinding(tx, now, {
      kind: "corrected",
      about: `${payment.id} ${after.version}`,
      paymentId: payment.id,
      facts: { from: payment.state, to: after.state },
      isFixed: true,
    });
  });
}
