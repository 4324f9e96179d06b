import { Refusal } from "#kernel/refusal.ts";
import { failpoint } from "#server/failpoint.ts";
import type { PaymentRow } from "../../domain/payment.ts";
import type { OpenIntent, Outcome } from "../base/gateway.ts";
import type { PaymentDeps } from "../base/payment-deps.ts";
import { lockPayment } from "../base/payment-row.ts";
import { markLooked } from "../base/refund-row.ts";
import { mergeDisputes } from "./merge-disputes.ts";
import { mergeRefunds } from "./merge-refunds.ts";
import { mergeSnapshot } from "./merge-snapshot.ts";

/**
 * Reads the intent, once taken also its refunds and disputes, and takes it in. `asks`: the card's bank waits for its
 * holder at this moment; our books only know that it once did.
 * @throws Refusal `payments.provider-silent`, also for another provider's payment
 */
export async function readAndMerge(
  deps: PaymentDeps,
  orgId: string,
  payment: PaymentRow,
): Promise<{ readonly seen: PaymentRow | undefined; readonly asks: boolean }> {
  if (payment.provider !== deps.provider.id) throw new Refusal("payments.provider-silent");
  const { snapshot } = intentOrRefuse(await deps.provider.getIntent(payment.ref ?? ""));
  failpoint("pull:read");
  const after = await deps.db.as({ orgId }, async (tx) => {
    const locked = await lockPayment(tx, payment.id);
    return locked && mergeSnapshot({ tx, orgId, now: deps.clock() }, locked, snapshot);
  });
  const seen = after && after.capturedMinor > 0 ? await readRefundsAndDisputes(deps, orgId, after) : after;
  return { seen, asks: snapshot.status === "requires_action" };
}

/**
 * Asks what became of a taken payment: its refunds and its disputes, all of them.
 *
 * @throws Refusal `payments.provider-silent` for anything but clear answers
 */
export async function readRefundsAndDisputes(
  deps: Pick<PaymentDeps, "db" | "clock" | "provider">,
  orgId: string,
  payment: PaymentRow,
): Promise<PaymentRow> {
  const askedAt = deps.clock();
  const ref = payment.ref ?? "";
  const refunds = orRefuse(await deps.provider.listRefunds(ref));
  const disputes = orRefuse(await deps.provider.listDisputes(ref));
  return deps.db.as({ orgId }, async (tx) => {
    const now = deps.clock();
    const locked = await lockPayment(tx, payment.id);
    if (!locked) throw new Error("a payment vanished");
    const refunded = await mergeRefunds({ tx, orgId, now }, locked, refunds);
    await markLooked(tx, payment.id, now);
    const after = await mergeDisputes({ tx, orgId, now }, refunded, disputes, askedAt);
    failpoint("after:absorbed");
    return after;
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
    return (await readAndMerge(deps, orgId, payment)).seen;
  } catch (error) {
    if (!(error instanceof Refusal) || payment.ref === null) throw error;
    // Silence is not "no": only a clear one is.
    if ((await deps.provider.getIntent(payment.ref)).kind !== "rejected") throw error;
    return "missing";
  }
}

/** @throws Refusal `payments.provider-silent` for anything but a clear answer */
export function orRefuse<T>(outcome: Outcome<T>): T {
  if (outcome.kind === "ok") return outcome.value;
  throw new Refusal("payments.provider-silent");
}

/** As `orRefuse`. @throws Refusal `payments.misconfigured` where our key is refused */
export function intentOrRefuse(outcome: Outcome<OpenIntent>): OpenIntent {
  if (outcome.kind === "misconfigured") throw new Refusal("payments.misconfigured");
  return orRefuse(outcome);
}
