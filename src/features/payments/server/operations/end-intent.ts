import { MINUTE_MS } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { IntentSnapshot } from "../../domain/payment.ts";
import { noteFinding } from "../base/finding-row.ts";
import type { PaymentDeps } from "../base/payment-deps.ts";
import { sql } from "kysely";
import { rows, type Tx } from "#server/db/db.ts";
import { runOperation } from "./run-operation.ts";

const KEY_MS = 15 * MINUTE_MS;

/** Cancels an intent without a payment, unless it has ended. @throws Refusal `payments.provider-silent` */
export async function endIntent(deps: PaymentDeps, ref: string): Promise<void> {
  // A stored error would answer the same key for a day; ending twice is ending once.
  const turn = Math.floor(deps.clock() / KEY_MS);
  const ended = await deps.provider.cancel({ key: `${deps.instance}:orphan:${ref}:${turn}`, ref });
  if (ended.kind === "ok") return;
  const seen = ended.kind === "rejected" ? await deps.provider.getIntent(ref) : undefined;
  if (seen?.kind !== "ok" || seen.value.snapshot.status !== "canceled")
    throw new Refusal("payments.provider-silent");
}

/**
 * Ends an intent beside its payment's own while it holds nothing; one that holds or captured money is for a person.
 *
 * @param paymentId its payment; null where that was lost
 */
export async function endOrReport(
  deps: PaymentDeps,
  orgId: string,
  intent: IntentSnapshot,
  paymentId: string | null,
): Promise<void> {
  const { ref, status, heldMinor, capturedMinor } = intent;
  const hasMoney = (heldMinor > 0 && status !== "canceled") || capturedMinor > 0;
  if (!hasMoney && status !== "canceled") await endIntent(deps, ref);
  const lost = paymentId === null && { lostPayment: intent.paymentId };
  await deps.db.as({ orgId }, (tx) =>
    noteFinding(tx, deps.clock(), {
      kind: hasMoney ? "unknown-intent" : "orphan-intent",
      about: ref,
      paymentId,
      facts: { status, heldMinor, capturedMinor, ...lost },
      isFixed: !hasMoney,
    }),
  );
}

export interface ReviewedOperation {
  readonly id: string;
  readonly paymentId: string;
  readonly kind: string;
}

export const operationsInReview = (tx: Tx, provider: string): Promise<ReviewedOperation[]> =>
  rows(
    tx,
    sql<ReviewedOperation>`
      select o.id, o.payment_id as "paymentId", o.kind from payment_op o
      join payment p on p.org_id = o.org_id and p.id = o.payment_id
      where o.org_id = app_org() and p.provider = ${provider} and o.state = 'review'
      order by coalesce(o.sent_at, o.created_at), o.id`,
  );

/**
 * Takes an operation up again. The provider is read before anything is sent: what was done meanwhile is adopted, and a
 * new key comes only after a read that found nothing.
 *
 * @returns whether it is over now
 */
export async function takeUpAgain(deps: PaymentDeps, orgId: string, opId: string): Promise<boolean> {
  await deps.db.as({ orgId }, (tx) =>
    sql`update payment_op set state = 'sent', done_at = null, outcome = coalesce(outcome, '{}') || '{"stored": true}'
        where org_id = app_org() and id = ${opId} and state = 'review'`.execute(tx),
  );
  await runOperation(deps, orgId, opId);
  const [op] = await deps.db.as({ orgId }, (tx) =>
    rows(tx, sql<{ state: string }>`select state from payment_op where org_id = app_org() and id = ${opId}`),
  );
  return op?.state === "done" || op?.state === "failed";
}
