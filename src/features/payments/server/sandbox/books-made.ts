import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";

/** Something that was made at the bank, by whatever shop. */
export interface BankMade {
  readonly id: string;
  readonly intentId: string;
  /** Of an intent: the payment that the shop made it for. */
  readonly paymentId: string | null;
  readonly at: Instant;
}

export interface MadeWindow {
  readonly since: Instant;
  readonly after: string | null;
  readonly limit: number;
}

const TABLES = {
  intent: sql`(select id, seq, id as intent_id, payment_id, created_at as at from sandbox_bank.intent)`,
  refund: sql`(select id, seq, intent_id, null::text as payment_id, created_at as at from sandbox_bank.refund)`,
  dispute: sql`(select id, seq, intent_id, null::text as payment_id, opened_at as at from sandbox_bank.dispute)`,
} as const;

/** What was made since then, newest first, from after the one that is named. */
export async function madeIn(
  tx: Tx,
  kind: keyof typeof TABLES,
  { since, after, limit }: MadeWindow,
): Promise<{ readonly made: BankMade[]; readonly hasMore: boolean }> {
  const found = await rows(
    tx,
    sql<BankMade>`
      select m.id, m.intent_id as "intentId", m.payment_id as "paymentId", m.at from ${TABLES[kind]} m
      where m.at >= ${toIso(since)}
        and (${after}::text is null or m.seq < (select a.seq from ${TABLES[kind]} a where a.id = ${after}))
      order by m.seq desc limit ${limit + 1}`,
  );
  return { made: found.slice(0, limit), hasMore: found.length > limit };
}
