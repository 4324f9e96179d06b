import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { json } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";

/**
 * Keeps what the provider said of a payment, as the next link of its chain; said again it is kept once.
 *
 * @param paymentId its row is locked by this transaction
 */
export async function keepHeard(
  tx: Tx,
  now: Instant,
  paymentId: string,
  kind: "intent" | "refund" | "dispute",
  seen: readonly { readonly ref: string }[],
): Promise<void> {
  for (const one of seen)
    await sql`
      insert into payment_snapshot (org_id, payment_id, nth, kind, ref, seen, heard_at, before, hash)
      select app_org(), s.id, s.nth, s.kind, s.ref, s.seen, s.at, s.before,
        snapshot_hash(s.before, s.id, s.nth, s.kind, s.ref, s.seen, s.at)
      from (
        select ${paymentId}::uuid as id, coalesce(l.nth, 0) + 1 as nth, ${kind}::text as kind, ${one.ref}::text as ref,
          ${json(one)}::jsonb as seen, ${toIso(now)}::timestamptz as at, coalesce(l.hash, '') as before
        from (select) x
        left join lateral (
          select nth, hash from payment_snapshot
          where org_id = app_org() and payment_id = ${paymentId} order by nth desc limit 1) l on true
      ) s
      where s.seen is distinct from (
        select p.seen from payment_snapshot p
        where p.org_id = app_org() and p.payment_id = s.id and p.kind = s.kind and p.ref = s.ref
        order by p.nth desc limit 1)`.execute(tx);
}
