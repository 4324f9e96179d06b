import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, json, rows } from "./db.ts";
import type { Tx } from "./db.ts";
import { hashOf } from "./hash.ts";

export interface AcceptedCommand {
  readonly commandId: string;
  readonly type: string;
  readonly aggregateId: string;
  readonly body: unknown;
  readonly occurredAt: Instant;
}

/** A command with the hash of its body (`hashOf`), and who gives it; moments are RFC 3339 text. */
export interface HashedCommand {
  readonly commandId: string;
  readonly type: string;
  readonly aggregateId: string;
  readonly bodyHash: string;
  readonly actorId: string | null;
  readonly occurredAt: string;
  readonly recordedAt: string;
}

/**
 * Notes a command in the transaction that carries it out. `false` means it was carried out before: change nothing.
 *
 * @throws Refusal `http.idempotency-mismatch` when the same id came before with another body
 */
export async function acceptOnce(
  tx: Tx,
  actor: Actor,
  recordedAt: Instant,
  command: AcceptedCommand,
): Promise<boolean> {
  return (await acceptAll(tx, actor, recordedAt, [command])).has(command.commandId);
}

/**
 * As `acceptOnce` for several commands of different ids, in one statement (two where one came before).
 *
 * @returns the ids of those that are new
 */
export async function acceptAll(
  tx: Tx,
  actor: Actor,
  recordedAt: Instant,
  commands: readonly AcceptedCommand[],
): Promise<ReadonlySet<string>> {
  const given = commands.map((command) => ({
    id: command.commandId,
    type: command.type,
    aggregate_id: command.aggregateId,
    body_hash: hashOf(command.body),
    occurred_at: toIso(command.occurredAt),
  }));
  const inserted = await rows(
    tx,
    sql<{ id: string }>`
      insert into command (org_id, id, type, aggregate_id, body_hash, actor_id, occurred_at, recorded_at)
      select app_org(), g.id, g.type, g.aggregate_id, g.body_hash, ${actor.userId ?? null}, g.occurred_at,
             ${toIso(recordedAt)}
      from jsonb_to_recordset(${json(given)}) as g (id uuid, type text, aggregate_id uuid, body_hash text,
             occurred_at timestamptz)
      order by g.id
      on conflict (org_id, id) do nothing returning id`,
  );
  const fresh = new Set(inserted.map((row) => row.id));
  const replayed = given.filter((command) => !fresh.has(command.id.toLowerCase()));
  if (replayed.length > 0) await compareBodies(tx, replayed);
  return new Set(commands.map((one) => one.commandId).filter((id) => fresh.has(id.toLowerCase())));
}

/**
 * A command as a part of the one statement that carries it out: gives its `id`, or nothing where it came before.
 *
 * @param condition without which nothing is noted
 */
export const commandNoted = (
  { commandId, type, aggregateId, bodyHash, actorId, occurredAt, recordedAt }: HashedCommand,
  condition: RawBuilder<unknown>,
): RawBuilder<{ id: string }> => sql`
  insert into command (org_id, id, type, aggregate_id, body_hash, actor_id, occurred_at, recorded_at)
  select app_org(), ${commandId}, ${type}, ${aggregateId}, ${bodyHash}, ${actorId}, ${occurredAt}, ${recordedAt}
  where ${condition}
  on conflict (org_id, id) do nothing returning id`;

/** Whether a command came before, as a value in a statement. */
export const commandCame = (commandId: string): RawBuilder<boolean> =>
  sql`exists (select from command where org_id = app_org() and id = ${commandId})`;

/**
 * Finds what a command was about that came before.
 *
 * @throws Refusal `http.idempotency-mismatch` when it came with another body
 */
export async function aggregateBefore(
  tx: Tx,
  { commandId, bodyHash }: Pick<HashedCommand, "commandId" | "bodyHash">,
): Promise<string | undefined> {
  const before = await first(
    tx,
    sql<{ id: string; bodyHash: string }>`
      select aggregate_id as id, body_hash as "bodyHash" from command where org_id = app_org() and id = ${commandId}`,
  );
  if (before && before.bodyHash !== bodyHash) throw new Refusal("http.idempotency-mismatch", { commandId });
  return before?.id;
}

async function compareBodies(
  tx: Tx,
  replayed: readonly { readonly id: string; readonly body_hash: string }[],
): Promise<void> {
  const before = await rows(
    tx,
    sql<{ id: string; bodyHash: string }>`
      select id, body_hash as "bodyHash" from command
      where org_id = app_org() and id = any (${replayed.map((command) => command.id)}::uuid[])`,
  );
  const hashes = new Map(before.map((row) => [row.id, row.bodyHash]));
  for (const { id, body_hash } of replayed)
    if (hashes.get(id.toLowerCase()) !== body_hash)
      throw new Refusal("http.idempotency-mismatch", { commandId: id });
}

/** Finds what an accepted command was about, `undefined` when it was never accepted. */
export async function aggregateOf(tx: Tx, commandId: string): Promise<string | undefined> {
  const row = await first(
    tx,
    sql<{
      id: string;
    }>`select aggregate_id as id from command where org_id = app_org() and id = ${commandId}`,
  );
  return row?.id;
}
