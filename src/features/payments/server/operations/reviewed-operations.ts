import { sql } from "kysely";
import { rows, type Tx } from "#server/db/db.ts";
import type { PaymentDeps } from "../base/payment-deps.ts";
import { runOperation } from "./run-operation.ts";

export interface ReviewedOperation {
  readonly id: string;
  readonly paymentId: string;
  readonly kind: string;
}

/** All operations that were given to a person, those not sent for longest first. */
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
