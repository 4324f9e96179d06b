import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { TaskCommand } from "#features/deliveries/contract/commands.ts";
import { first, json, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { writeContext } from "#server/db/tx-context.ts";
import type { WriteContext } from "#server/db/tx-context.ts";
import { newId } from "#server/ids.ts";
import { readDelivery } from "#features/deliveries/server/public.ts";
import { KIND_RULES } from "../domain/kinds.ts";
import type { ExceptionKind } from "../domain/kinds.ts";
import { openingOf, rankOf } from "../domain/lifecycle.ts";
import type { Known } from "../domain/lifecycle.ts";
import { plannedCourier } from "../domain/offer.ts";
import { emit } from "#server/db/events.ts";
import { eventOf, writeEntry, writeOwn } from "./write-entry.ts";

/** Contradiction or danger that a room found. */
export interface NewException {
  readonly kind: ExceptionKind;
  /** Names the happening, for example `command:<id>`, `proof:<taskId>`, `late:<deliveryId>`, `phone:<deviceId>:<n>`. */
  readonly key: string;
  readonly deliveryId: string | null;
  readonly taskId: string | null;
  /** The courier's id, as in a task's `courierId`. */
  readonly courierId: string | null;
  readonly happenedAt: Instant;
  /** When Waybill learned of it: age and due time count from here; from `happenedAt` where it is absent. */
  readonly openedAt?: Instant;
  /** The newest word about the key, told in order: it holds against an earlier word that closed it. */
  readonly isLatest?: true;
  /** Code of a refusal, counts, times: never a name, a phone number or a note. */
  readonly facts: Readonly<Record<string, string | number>>;
  /** The refused command as the phone made it, so that a dispatcher can apply it. */
  readonly command: TaskCommand | null;
}

interface Row extends Known {
  readonly id: string;
}

/** The organisation of the transaction, written to by Waybill itself. */
async function ownContext(tx: Tx, now: Instant): Promise<WriteContext> {
  const row = await first(tx, sql<{ orgId: string }>`select app_org() as "orgId"`);
  if (!row) throw new Error("a transaction without an organisation");
  const { orgId } = row;
  return { tx, orgId, now, actor: { kind: "system", orgId, roles: [], name: "Waybill" } };
}

/**
 * Opens an exception in the caller's transaction, once per key: a second call with the same key changes nothing while
 * the first is open. A resolved key opens again only for what happened after it was resolved.
 */
export async function openException(tx: Tx, found: NewException): Promise<void> {
  const { key, kind, deliveryId, taskId, courierId, happenedAt, facts, command } = found;
  const { severity, settleMs } = KIND_RULES[kind];
  const openedAt = found.openedAt ?? happenedAt;
  const context = await ownContext(tx, openedAt);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`exception ${context.orgId} ${key}`}, 0))`.execute(
    tx,
  );
  const known = await first(
    tx,
    sql<Row>`select id, resolved_at as "resolvedAt", resolution is not distinct from 'by-itself' as "isByItself" from exception
             where org_id = app_org() and key = ${key} for update`,
  );
  const what = openingOf(known, happenedAt, found.isLatest);
  if (what === null) return;
  const planned = kind === "plan_conflict" ? await plannedIn(tx, found) : null;
  const id = known?.id ?? newId(openedAt);
  await sql`
    insert into exception (org_id, id, key, kind, severity, delivery_id, task_id, courier_id, happened_at, opened_at,
      due_at, rank, facts, command)
    values (app_org(), ${id}, ${key}, ${kind}, ${severity}, ${deliveryId}, ${taskId}, ${courierId},
      ${toIso(happenedAt)}, ${toIso(openedAt)}, ${toIso(openedAt + settleMs)}, ${rankOf(severity, openedAt)},
      ${json({ ...facts, ...(planned !== null && { planned }) })}, ${command && json(command)})
    on conflict (org_id, key) do update set kind = excluded.kind, severity = excluded.severity,
      delivery_id = excluded.delivery_id, task_id = excluded.task_id, courier_id = excluded.courier_id,
      happened_at = excluded.happened_at, opened_at = excluded.opened_at, due_at = excluded.due_at,
      rank = excluded.rank, facts = excluded.facts, command = excluded.command, owner_id = null, resolution = null,
      resolved_at = null`.execute(tx);
  await writeOwn(context, { id, kind, deliveryId }, { what });
}

/** The courier of the plan whom a report of another one went past. */
async function plannedIn(
  tx: Tx,
  { deliveryId, taskId }: Pick<NewException, "deliveryId" | "taskId">,
): Promise<string | null> {
  const delivery = deliveryId === null ? undefined : await readDelivery(tx, deliveryId);
  const task = delivery?.tasks.find(({ id }) => id === taskId);
  return task ? plannedCourier(task) : null;
}

/** Closes an open exception that no longer holds, as resolved `by-itself`. */
export async function closeException(tx: Tx, key: string, at: Instant): Promise<void> {
  const context = await ownContext(tx, at);
  const closed = await rows(
    tx,
    sql<{ id: string; kind: ExceptionKind; deliveryId: string | null }>`
      update exception set resolution = 'by-itself', resolved_at = greatest(opened_at, ${toIso(at)}::timestamptz), command = null
      where org_id = app_org() and key = ${key} and resolved_at is null
      returning id, kind, delivery_id as "deliveryId"`,
  );
  for (const about of closed) await writeOwn(context, about, { what: "resolved", resolution: "by-itself" });
}

interface Learned {
  readonly facts: NewException["facts"];
  readonly at: Instant;
  /** Somebody's note about it, for the history. */
  readonly noted?: { readonly actor: WriteContext["actor"]; readonly note: string };
}

/** Adds facts to an exception, open or resolved, for whoever reads it. */
export async function addFacts(tx: Tx, key: string, { facts, at, noted }: Learned): Promise<void> {
  const { actor } = await ownContext(tx, at);
  const changed = await rows(
    tx,
    sql<{ id: string; kind: ExceptionKind; deliveryId: string | null }>`
      update exception set facts = facts || ${json(facts)} where org_id = app_org() and key = ${key}
      returning id, kind, delivery_id as "deliveryId"`,
  );
  for (const about of changed) {
    if (noted)
      await writeEntry(writeContext(tx, { actor: noted.actor, now: at }), about.id, {
        what: "noted",
        note: noted.note,
      });
    await emit(tx, actor, at, { ...eventOf(about, "noted"), occurredAt: at });
  }
}

/** Keys of the open exceptions of these kinds: whoever opened them closes those that no longer hold. */
export const openKeys = async (tx: Tx, kinds: readonly ExceptionKind[]): Promise<string[]> =>
  (
    await rows(
      tx,
      sql<{ key: string }>`select key from exception where org_id = app_org() and resolved_at is null
                             and kind = any (${[...kinds]})`,
    )
  ).map(({ key }) => key);
