import { Refusal } from "#kernel/refusal.ts";
import { absorb } from "../absorb.ts";
import { read } from "../open.ts";
import { lockPayment } from "../payment-row.ts";
import type { PaymentRow } from "../payment-row.ts";
import type { Desk } from "../run-operation.ts";
import { openPageOf } from "./turn.ts";

/**
 * Asks the provider about its page: once paid on, the page's intent is the payment's.
 *
 * @throws Refusal `payments.provider-silent`, `payments.misconfigured`
 */
export async function pullPage(
  desk: Desk,
  orgId: string,
  payment: PaymentRow,
): Promise<PaymentRow | undefined> {
  const page = await desk.provider.pages?.get(payment.pageRef ?? "");
  if (page?.kind !== "ok")
    throw new Refusal(page?.kind === "misconfigured" ? "payments.misconfigured" : "payments.provider-silent");
  const { state, intentRef } = page.value;
  if (state !== "complete" || intentRef === null) return payment;
  const { snapshot } = read(await desk.provider.getIntent(intentRef));
  return desk.db.as({ orgId }, async (tx) => {
    const locked = await lockPayment(tx, payment.id);
    const isStill = locked && (locked.ref === intentRef || openPageOf(locked) === payment.pageRef);
    return isStill ? absorb(tx, orgId, desk.clock(), locked, snapshot) : locked;
  });
}
