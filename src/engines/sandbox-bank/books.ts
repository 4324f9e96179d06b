import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { first, json, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { LaterMovement } from "./dispute.ts";
import { faultNamed } from "./faults.ts";
import type { Answer, Fault } from "./faults.ts";
import type { BankIntent, Movement, Step } from "./intent.ts";
import type { TimedTx } from "#server/db/tx-context.ts";

const INTENT = sql`id, client_secret as "clientSecret", status, amount_minor as "amountMinor", held_minor as "heldMinor",
  captured_minor as "capturedMinor", currency, payment_id as "paymentId", metadata, card_brand as "cardBrand",
  card_last4 as "cardLast4", pending, decline, declines, capture_before as "captureBefore", created_at as "createdAt"`;

export const lockIntent = (tx: Tx, id: string): Promise<BankIntent | undefined> =>
  first(tx, sql<BankIntent>`select ${INTENT} from sandbox_bank.intent where id = ${id} for update`);

/** Newest first, from after the one that is named. */
export const intentPage = (
  tx: Tx,
  page: { readonly since: Instant; readonly after: string | null; readonly limit: number },
): Promise<BankIntent[]> =>
  rows(
    tx,
    sql<BankIntent>`select ${INTENT} from sandbox_bank.intent
      where created_at >= ${toIso(page.since)}
        and (${page.after}::text is null or seq < (select seq from sandbox_bank.intent where id = ${page.after}))
      order by seq desc limit ${page.limit}`,
  );

export async function addIntent(tx: Tx, intent: BankIntent): Promise<void> {
  await sql`
    insert into sandbox_bank.intent (id, client_secret, status, amount_minor, currency, payment_id, metadata,
                                     created_at)
    values (${intent.id}, ${intent.clientSecret}, ${intent.status}, ${intent.amountMinor}, ${intent.currency},
            ${intent.paymentId}, ${json(intent.metadata)}, ${toIso(intent.createdAt)})`.execute(tx);
}

/** Writes the intent after a step, and every movement of play money. */
export async function keepStep(tx: Tx, { intent, movements }: Step, now: Instant): Promise<void> {
  const before = intent.captureBefore === null ? null : toIso(intent.captureBefore);
  await sql`
    update sandbox_bank.intent
    set status = ${intent.status}, held_minor = ${intent.heldMinor}, captured_minor = ${intent.capturedMinor},
        card_brand = ${intent.cardBrand}, card_last4 = ${intent.cardLast4}, pending = ${intent.pending},
        decline = ${intent.decline}, declines = ${intent.declines}, capture_before = ${before}
    where id = ${intent.id}`.execute(tx);
  await keepMovements(tx, intent.id, movements, now);
}

export async function keepMovements(
  tx: Tx,
  intentId: string,
  movements: readonly (Movement | LaterMovement)[],
  now: Instant,
): Promise<void> {
  for (const { kind, amountMinor } of movements)
    await sql`insert into sandbox_bank.movement (intent_id, kind, amount_minor, at)
              values (${intentId}, ${kind}, ${amountMinor}, ${toIso(now)})`.execute(tx);
}

/**
 * The answer once given for this key. Concurrent calls with one key wait for each other here.
 *
 * @param since keys that are older are forgotten
 */
export async function answered(
  tx: Tx,
  key: string,
  requestHash: string,
  since: Instant,
): Promise<Answer | "mismatch" | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 7))`.execute(tx);
  await sql`delete from sandbox_bank.answered where idem_key = ${key} and created_at <= ${toIso(since)}`.execute(
    tx,
  );
  const row = await first(
    tx,
    sql<{ requestHash: string; status: number; answer: Record<string, unknown> }>`
      select request_hash as "requestHash", status, answer from sandbox_bank.answered where idem_key = ${key}`,
  );
  if (!row) return undefined;
  return row.requestHash === requestHash ? { status: row.status, body: row.answer } : "mismatch";
}

export async function keepAnswer(
  { tx, now }: TimedTx,
  key: string,
  requestHash: string,
  answer: Answer,
): Promise<void> {
  await sql`insert into sandbox_bank.answered (idem_key, request_hash, status, answer, created_at)
            values (${key}, ${requestHash}, ${answer.status}, ${json(answer.body)}, ${toIso(now)})`.execute(
    tx,
  );
}

/**
 * The next fault planned for this kind of call, used up by the asking, and how far the bank's clock is ahead. Calls that
 * come at once take turns: none gets by a fault because another one is about to take it.
 */
export async function takeFault(
  tx: Tx,
  call: string,
): Promise<{ readonly fault: Fault | undefined; readonly aheadMs: number }> {
  for (;;) {
    const row = await first(
      tx,
      sql<{ kind: string | null; isPlanned: boolean; aheadMs: number }>`
        with planned as (
          select id from sandbox_bank.fault where times > 0 and call in (${call}, '*')),
        hit as (
          update sandbox_bank.fault set times = times - 1
          where id = (select id from planned order by id limit 1) and times > 0
          returning kind)
        select (select kind from hit) as kind, exists (select from planned) as "isPlanned", ahead_ms as "aheadMs"
        from sandbox_bank.clock`,
    );
    const aheadMs = row?.aheadMs ?? 0;
    if (row?.kind) return { fault: faultNamed(row.kind), aheadMs };
    // Used up or taken back while this call waited for it: there may be another one.
    if (!row?.isPlanned) return { fault: undefined, aheadMs };
  }
}
