import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, json } from "../db/db.ts";
import type { Db } from "../db/db.ts";

/** How long a call may hold its key before a retry may run it again; every use case is itself idempotent. */
export const KEY_LEASE_MS = 10_000;
/**
 * How long a reply can be replayed. It holds what it told, so it is gone within a day, with the half hour between two
 * deletions. Later the call runs again: a use case knows its commands for ever.
 */
export const KEY_KEPT_MS = 24 * 3_600_000 - 30 * 60_000;

export interface Keyed {
  readonly caller: string;
  readonly key: string;
  readonly endpoint: string;
  readonly bodyHash: string;
  /** The reply holds a token: run again instead of storing it. */
  readonly secret: boolean;
}

interface Call {
  readonly db: Db;
  readonly actor: Actor;
  readonly now: Instant;
}

interface Row {
  endpoint: string;
  bodyHash: string;
  status: number | null;
  reply: unknown;
  leasedUntil: Instant;
}

/**
 * Runs a write once per key and keeps its reply. Only successes are kept: a refusal may be put right and tried again.
 *
 * @throws Refusal `http.idempotency-mismatch`, `http.idempotency-running`
 */
export async function once(
  call: Call,
  keyed: Keyed,
  run: () => Promise<unknown>,
): Promise<{ reply: unknown; replayed: boolean }> {
  const lease = randomUUID();
  const kept = await claim(call, keyed, lease);
  if (kept) return { reply: kept.reply, replayed: true };
  try {
    const reply = await run();
    await settle(call, keyed, lease, reply);
    return { reply, replayed: false };
  } catch (error) {
    await release(call, keyed, lease);
    throw error;
  }
}

function claim({ db, actor, now }: Call, keyed: Keyed, lease: string): Promise<Row | undefined> {
  const until = toIso(now + KEY_LEASE_MS);
  return db.as(actor, async (tx) => {
    const fresh = await first(
      tx,
      sql<{ key: string }>`
        insert into idempotency (org_id, caller, key, endpoint, body_hash, lease, leased_until, created_at)
        values (app_org(), ${keyed.caller}, ${keyed.key}, ${keyed.endpoint}, ${keyed.bodyHash}, ${lease}, ${until}, ${toIso(now)})
        on conflict (org_id, caller, key) do nothing returning key`,
    );
    if (fresh) return undefined;
    const row = await first(
      tx,
      sql<Row>`select endpoint, body_hash as "bodyHash", status, reply, leased_until as "leasedUntil" from idempotency
               where org_id = app_org() and caller = ${keyed.caller} and key = ${keyed.key} for update`,
    );
    if (!row) throw new Refusal("http.idempotency-running");
    if (row.endpoint !== keyed.endpoint || row.bodyHash !== keyed.bodyHash)
      throw new Refusal("http.idempotency-mismatch");
    if (row.status !== null && !keyed.secret) return row;
    if (row.status === null && row.leasedUntil > now) throw new Refusal("http.idempotency-running");
    await sql`update idempotency set lease = ${lease}, leased_until = ${until}, status = null
              where org_id = app_org() and caller = ${keyed.caller} and key = ${keyed.key}`.execute(tx);
    return undefined;
  });
}

/** Only the call that holds the lease writes: one that took too long lost its key to a retry. */
async function settle({ db, actor }: Call, keyed: Keyed, lease: string, reply: unknown): Promise<void> {
  await db.as(actor, (tx) =>
    sql`update idempotency set status = 200, reply = ${keyed.secret ? null : json(reply)}
        where org_id = app_org() and caller = ${keyed.caller} and key = ${keyed.key}
          and lease = ${lease}`.execute(tx),
  );
}

async function release({ db, actor }: Call, keyed: Keyed, lease: string): Promise<void> {
  await db.as(actor, (tx) =>
    sql`delete from idempotency where org_id = app_org() and caller = ${keyed.caller}
        and key = ${keyed.key} and lease = ${lease} and status is null`.execute(tx),
  );
}

/** Forgets keys with their replies, within a day of the call. */
export async function deleteOldKeys(db: Db, now: Instant): Promise<void> {
  await db.owner((tx) =>
    sql`delete from idempotency where created_at < ${toIso(now - KEY_KEPT_MS)}`.execute(tx),
  );
}
