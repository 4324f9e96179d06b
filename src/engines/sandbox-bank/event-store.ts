import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { json, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Charge, Wire } from "./wire.ts";

export async function addCharge(tx: Tx, intentId: string, charge: Charge): Promise<void> {
  const before = charge.captureBefore === null ? null : toIso(charge.captureBefore);
  await sql`
    insert into sandbox_bank.charge (id, intent_id, amount_minor, status, card_brand, card_last4, capture_before,
                                     created_at)
    values (${charge.id}, ${intentId}, ${charge.amountMinor}, ${charge.status}, ${charge.cardBrand},
            ${charge.cardLast4}, ${before}, ${toIso(charge.createdAt)})`.execute(tx);
}

/** Oldest first. */
export const chargesOf = async (tx: Tx, intentId: string): Promise<readonly Charge[]> =>
  (await chargesOfAll(tx, [intentId])).get(intentId) ?? [];

/** Of each intent, oldest first. */
export async function chargesOfAll(
  tx: Tx,
  intentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Charge[]>> {
  const found = await rows(
    tx,
    sql<Charge & { intentId: string }>`
      select id, intent_id as "intentId", amount_minor as "amountMinor", status, card_brand as "cardBrand",
        card_last4 as "cardLast4", capture_before as "captureBefore", created_at as "createdAt"
      from sandbox_bank.charge where intent_id = any(${[...intentIds]}) order by seq`,
  );
  const made = new Map<string, Charge[]>();
  for (const { intentId, ...charge } of found) made.set(intentId, [...(made.get(intentId) ?? []), charge]);
  return made;
}

export interface BankEvent {
  readonly id: string;
  readonly type: string;
  readonly intentId: string;
  readonly body: Wire;
  readonly at: Instant;
}

/** Stores an event, and a webhook to every endpoint. */
export async function addEvent(tx: Tx, event: BankEvent): Promise<void> {
  await sql`
    with noted as (
      insert into sandbox_bank.event (id, type, intent_id, body, created_at)
      values (${event.id}, ${event.type}, ${event.intentId}, ${json(event.body)}, ${toIso(event.at)})
      returning id)
    insert into sandbox_bank.delivery (event_id, endpoint, next_at)
    select noted.id, e.name, now() + e.delay_ms * interval '1 ms'
    from noted, sandbox_bank.endpoint e, generate_series(0, e.duplicate)`.execute(tx);
}

export interface EventWindow {
  readonly since: Instant;
  /** From after this one; the newest comes first. */
  readonly after: string | null;
  /** All kinds where none is named. */
  readonly types: readonly string[];
  readonly limit: number;
}

/** The events of a window; nothing where the one that it begins after is not kept any more. */
export async function eventsIn(
  tx: Tx,
  window: EventWindow,
): Promise<{ readonly events: Wire[]; readonly hasMore: boolean } | undefined> {
  const { after, limit } = window;
  if (after !== null && !(await isKept(tx, after))) return undefined;
  const events = await eventPage(tx, { ...window, limit: limit + 1 });
  return { events: events.slice(0, limit), hasMore: events.length > limit };
}

const isKept = async (tx: Tx, id: string): Promise<boolean> =>
  (await rows(tx, sql`select id from sandbox_bank.event where id = ${id}`)).length > 0;

async function eventPage(tx: Tx, page: EventWindow): Promise<Wire[]> {
  const found = await rows(
    tx,
    sql<{ body: Wire }>`select body from sandbox_bank.event
      where created_at >= ${toIso(page.since)} and (${page.types.length === 0} or type = any(${[...page.types]}))
        and (${page.after}::text is null or seq < (select seq from sandbox_bank.event where id = ${page.after}))
      order by seq desc limit ${page.limit}`,
  );
  return found.map(({ body }) => body);
}
