import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import type { HostedPage } from "../../contract/api.ts";
import { pull } from "../check.ts";
import type { Asked } from "../payable.ts";
import { payable } from "../open.ts";
import { isWaiting, planOperation } from "../operation.ts";
import type { Operation } from "../operation.ts";
import type { PaymentRow } from "../payment-row.ts";
import type { Desk } from "../run-operation.ts";
import { pullPage } from "./pull-page.ts";
import { leaveTurns, runOnce } from "./leave.ts";
import { openPageOf, planLeave, turnOf, turnUnderWay } from "./turn.ts";

/** One look, one end, one beginning, and a page that was over: more steps are never needed. */
const MOST_STEPS = 8;

type Step =
  | { readonly kind: "run"; readonly opId: string }
  | { readonly kind: "look" | "page"; readonly payment: PaymentRow };

/**
 * Opens the provider's own page for the payment of an order, or finds the one that is open. The intent of our card form
 * is ended first; a hold that is found on the way stays and books the order.
 *
 * @throws Refusal `deliveries.not-found`, `payments.none`, `payments.order-closed`, `payments.too-many-tries`,
 *   `payments.amount-not-possible`, `payments.no-page`, `payments.provider-silent`, `payments.misconfigured`
 */
export async function openHostedPage(
  desk: Desk,
  context: Context,
  orderId: string,
  paymentId?: string,
): Promise<HostedPage> {
  const { orgId } = context.actor;
  let hasLooked = false;
  for (let n = 0; n < MOST_STEPS; n += 1) {
    const step = await desk.db.as(context.actor, (tx) =>
      nextStep(desk, tx, context, { id: orderId, paymentId }, hasLooked),
    );
    if (step.kind === "run") await runOnce(desk, orgId, step.opId);
    else if (step.kind === "look") {
      hasLooked = true;
      await pull(desk, orgId, step.payment);
    } else {
      const address = await addressOf(desk, orgId, step.payment);
      if (address !== undefined) return { url: address };
    }
  }
  throw new Refusal("payments.provider-silent");
}

async function nextStep(
  desk: Desk,
  tx: Tx,
  context: Context,
  { id: orderId, paymentId }: Asked,
  hasLooked: boolean,
): Promise<Step> {
  if (!desk.provider.pages) throw new Refusal("payments.no-page");
  const payment = await payable(desk, tx, context, orderId, paymentId);
  const waiting = await turnUnderWay(tx, payment.id);
  if (waiting !== undefined) return { kind: "run", opId: waiting };
  if (openPageOf(payment) !== null) return { kind: "page", payment };
  if (payment.ref !== null) {
    if (!hasLooked) return { kind: "look", payment };
    if (payment.authorizedMinor > 0) throw new Refusal("payments.order-closed", { state: "confirmed" });
    return waited(await planLeave(tx, context.now, payment, payment.ref, desk.instance));
  }
  const op = await planOperation(tx, context.now, {
    id: newId(context.now),
    paymentId: payment.id,
    kind: "page",
    logicalKey: `page:${payment.id}:${turnOf(payment)}`,
    amountMinor: payment.amountMinor,
    about: `${desk.publicUrl ?? ""}/book/pay/${orderId}?from=bank`,
    instance: desk.instance,
  });
  return waited(op);
}

/** @throws Refusal where the provider said no to it before */
function waited(op: Operation): Step {
  if (!isWaiting(op)) throw new Refusal("payments.no-page");
  return { kind: "run", opId: op.id };
}

/** Where an open page is; nothing where it is over by now, and the next step goes on. */
async function addressOf(desk: Desk, orgId: string, payment: PaymentRow): Promise<string | undefined> {
  const page = await desk.provider.pages?.get(payment.pageRef ?? "");
  if (page?.kind === "ok" && page.value.state === "open" && page.value.url !== null) return page.value.url;
  if (page?.kind === "ok" && page.value.state === "expired") await leaveTurns(desk, orgId, payment.id);
  else await pullPage(desk, orgId, payment);
  return undefined;
}
