import { sql } from "kysely";
import { HOUR_MS, toIso, type Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { rows } from "#server/db/db.ts";
import type { IntentSnapshot } from "#features/payments/domain/payment.ts";
import { endOrReport, lockPayment, type PaymentDeps } from "#features/payments/server/public.ts";

const LATE_MS = HOUR_MS;
const BATCH = 200;

/**
 * Checks for intents that a payment has besides its own: only one that was opened by more than one call can have
 * any. One without money is cancelled, its secret was never given out; one that holds or captured money is for a
 * person.
 * @returns up to when openings were checked
 * @throws Refusal `payments.provider-silent`: all of them are checked again
 */
export async function checkOrphans(
  deps: PaymentDeps,
  orgId: string,
  readTo: Instant | null,
): Promise<Instant> {
  const until = deps.clock() - LATE_MS;
  const opened = await deps.db.as({ orgId }, (tx) =>
    rows(
      tx,
      sql<{ id: string; ref: string; doneAt: Instant }>`
        select p.id, p.provider_ref as ref, o.done_at as "doneAt" from payment_ops o
        join payments p on p.org_id = o.org_id and p.id = o.payment_id
        where o.org_id = app_org() and p.provider = ${deps.provider.id} and o.kind = 'open' and o.sends > 1
          and p.provider_ref is not null and o.done_at <= ${toIso(until)}
          and o.done_at >= ${toIso(readTo ?? 0)}
        order by o.done_at limit ${BATCH}`,
    ),
  );
  for (const { id, ref } of opened) {
    const found = await deps.provider.findIntents(id);
    if (found.kind !== "ok") throw new Refusal("payments.provider-silent");
    for (const { snapshot } of found.value)
      if (snapshot.ref !== ref && snapshot.status !== "canceled" && (await isOrphan(deps, orgId, snapshot)))
        await endOrReport(deps, orgId, snapshot, id);
  }
  // A full batch: the rest is for the next pass, which looks once more at whatever ended in the same millisecond.
  return opened.length < BATCH ? until : (opened.at(-1)?.doneAt ?? until);
}

/** Whether the payment that it names has another intent still. */
const isOrphan = (deps: PaymentDeps, orgId: string, { ref, paymentId }: IntentSnapshot): Promise<boolean> =>
  deps.db.as({ orgId }, async (tx) => (await lockPayment(tx, paymentId))?.ref !== ref);
