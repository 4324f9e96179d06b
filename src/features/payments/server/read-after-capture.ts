import { sql } from "kysely";
import { HOUR_MS, toIso, type Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { failpoint } from "#server/failpoint.ts";
import { mergeDisputes } from "./disputes/merge-disputes.ts";
import type { Outcome, PaymentProvider } from "./base/gateway.ts";
import { lockPayment, paymentsWhere } from "./base/payment-row.ts";
import type { PaymentRow } from "../domain/payment.ts";
import { mergeRefunds } from "./refunds/merge-refunds.ts";
import { UNREAD_DISPUTE, markLooked } from "./refunds/refund-row.ts";

interface Asker {
  readonly db: Db;
  readonly clock: () => Instant;
  readonly provider: PaymentProvider;
}

/**
 * Asks what became of a taken payment: its refunds and its disputes, all of them.
 *
 * @throws Refusal `payments.provider-silent` for anything but clear answers
 */
export async function readRefundsAndDisputes(
  deps: Asker,
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

/** @throws Refusal `payments.provider-silent` for anything but a clear answer */
export function orRefuse<T>(outcome: Outcome<T>): T {
  if (outcome.kind === "ok") return outcome.value;
  throw new Refusal("payments.provider-silent");
}

/** A later time than that was written by a clock that ran ahead. */
const AHEAD_MS = 2 * HOUR_MS;

/** Captured payments with a pending refund, an open dispute, or a refund refused for a dispute, not read since. */
export const openAfterCapture = (
  tx: Tx,
  provider: string,
  before: Instant,
  limit: number,
): Promise<PaymentRow[]> =>
  paymentsWhere(
    tx,
    sql`p.provider = ${provider} and p.captured_minor > 0
        and p.id in (
          select r.payment_id from refund_request r
          where r.org_id = app_org() and r.state = 'pending'
            and coalesce(r.looked_at, r.changed_at) < ${toIso(before)}
          union all
          select r.payment_id from refund_request r where r.org_id = app_org() and ${UNREAD_DISPUTE}
          union all
          select u.payment_id from dispute u
          where u.org_id = app_org() and u.state in ('inquiry', 'open')
            and (u.told_at < ${toIso(before)} or u.told_at > ${toIso(before + AHEAD_MS)}))
        order by p.created_at limit ${limit}`,
  );
