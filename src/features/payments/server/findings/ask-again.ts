import { MINUTE_MS } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { isGone } from "#server/db/out-of-reach.ts";
import { pull } from "../check.ts";
import { noteAsked } from "../payment-lists.ts";
import type { PaymentRow } from "../payment-row.ts";
import type { Desk } from "../run-operation.ts";
import { noteFinding } from "./finding-row.ts";

/** So long a pass waits for answers that do not come: a bank that is down keeps each call for half a minute. */
const PATIENCE_MS = 4 * MINUTE_MS;

/**
 * Asks about each payment. One without an answer goes to the end of the line, as each that was asked about does, and
 * keeps no other one.
 *
 * @throws Refusal `payments.provider-silent` after the others, where one had no answer
 */
export async function askEach(desk: Desk, orgId: string, payments: readonly PaymentRow[]): Promise<void> {
  const began = desk.clock();
  let silence: Refusal | undefined;
  for (const payment of payments) {
    try {
      await askOne(desk, orgId, payment);
    } catch (error) {
      await desk.db.as({ orgId }, (tx) => noteAsked(tx, payment.id, desk.clock()));
      if (isGone(error)) throw error;
      if (!(error instanceof Refusal))
        desk.log.error({ paymentId: payment.id, error }, "a payment could not be asked about");
      else silence ??= error;
      if (silence && desk.clock() - began > PATIENCE_MS) throw silence;
    }
  }
  if (silence) throw silence;
}

/** Asks about one payment; what nobody told us is a finding that is put right already. */
export async function askOne(desk: Desk, orgId: string, payment: PaymentRow): Promise<void> {
  const after = await pull(desk, orgId, payment);
  await desk.db.as({ orgId }, async (tx) => {
    const now = desk.clock();
    await noteAsked(tx, payment.id, now);
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
