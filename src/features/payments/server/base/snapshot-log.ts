import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import { json } from "#server/db/db.ts";
import type { TimedTx } from "#server/db/tx-context.ts";

/**
 * Keeps what the provider said of a payment, as the next link of its chain; said again it is kept once. The payment's row
 * names the chain's length and end, and the next link goes on there, whatever became of the rows.
 *
 * @param paymentId its row is locked by this transaction
 */
export async function logSnapshots(
  { tx, now }: TimedTx,
  paymentId: string,
  kind: "intent" | "refund" | "dispute",
  seen: readonly { readonly ref: string }[],
): Promise<void> {
  for (const one of seen)
    await sql`
      with link as (
        select p.id, p.snapshot_count + 1 as nth, ${kind}::text as kind, ${one.ref}::text as ref, ${json(one)}::jsonb as seen,
          ${toIso(now)}::timestamptz as at, p.latest_snapshot_hash as before
        from payment p where p.org_id = app_org() and p.id = ${paymentId}
      ), kept as (
        insert into payment_snapshot (org_id, payment_id, nth, kind, ref, seen, received_at, before, hash)
        select app_org(), s.id, s.nth, s.kind, s.ref, s.seen, s.at, s.before,
          snapshot_hash(s.before, s.id, s.nth, s.kind, s.ref, s.seen, s.at)
        from link s
        where s.seen is distinct from (
          select p.seen from payment_snapshot p
          where p.org_id = app_org() and p.payment_id = s.id and p.kind = s.kind and p.ref = s.ref
          order by p.nth desc limit 1)
        returning payment_id, nth, hash
      )
      update payment p set snapshot_count = k.nth, latest_snapshot_hash = k.hash
      from kept k where p.org_id = app_org() and p.id = k.payment_id`.execute(tx);
}
