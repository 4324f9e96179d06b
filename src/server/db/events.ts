import { sql } from "kysely";
import type { Audience } from "#contract/event.ts";
import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { noteAbout } from "./acts.ts";
import { json, markEmitted, rows } from "./db.ts";
import type { Tx } from "./db.ts";

/** Something that happened to one aggregate. `type` is `thing.happened`; `data` is small and holds no secret. */
export interface NewEvent {
  readonly aggregate: string;
  readonly aggregateId: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly audience: Audience;
  readonly commandId?: string | undefined;
  readonly occurredAt: Instant;
}

export interface StoredEvent extends NewEvent {
  readonly orgId: string;
  readonly seq: number;
  readonly recordedAt: Instant;
}

/** Told of the events of a write inside its transaction: adds the jobs of the rooms that react to them. */
type Reactor = (tx: Tx, events: readonly StoredEvent[]) => Promise<void>;
let react: Reactor = () => Promise.resolve();

/** The rooms' reactions, connected once by `main` through `server/jobs/jobs.ts`. */
export const setReactor = (reactor: Reactor): void => void (react = reactor);

/** Sends every event of this process to another reactor while `work` runs: the demo's past happens at its own time. */
export async function withReactor<T>(reactor: Reactor, work: () => Promise<T>): Promise<T> {
  const usual = react;
  react = reactor;
  try {
    return await work();
  } finally {
    react = usual;
  }
}

/** As `emitAll`, for one event. */
export async function emit(tx: Tx, actor: Actor, recordedAt: Instant, event: NewEvent): Promise<StoredEvent> {
  const [stored] = await emitAll(tx, actor, recordedAt, [event]);
  if (!stored) throw new Error("an event was not written");
  return stored;
}

/**
 * Writes events in the transaction of their change, each with the next number of its aggregate, in one statement.
 *
 * The caller holds the row locks of the aggregates, so numbers have no gap and no duplicate (the key would refuse one).
 */
export async function emitAll(
  tx: Tx,
  actor: Actor,
  recordedAt: Instant,
  events: readonly NewEvent[],
): Promise<StoredEvent[]> {
  if (events.length === 0) return [];
  const given = events.map((event, nth) => ({
    nth,
    aggregate: event.aggregate,
    aggregate_id: event.aggregateId,
    type: event.type,
    data: event.data,
    audience: event.audience,
    command_id: event.commandId ?? null,
    occurred_at: toIso(event.occurredAt),
  }));
  const numbered = await rows(
    tx,
    sql<{ seq: number }>`
      insert into event (org_id, aggregate, aggregate_id, seq, type, data, audience, command_id,
                         actor_kind, actor_id, actor_name, occurred_at, recorded_at)
      select app_org(), g.aggregate, g.aggregate_id,
             coalesce((select max(seq) from event e where e.org_id = app_org()
                       and e.aggregate = g.aggregate and e.aggregate_id = g.aggregate_id), 0)
               + row_number() over (partition by g.aggregate, g.aggregate_id order by g.nth),
             g.type, g.data, g.audience, g.command_id,
             ${actor.kind}, ${actor.userId ?? null}, ${actor.name ?? null}, g.occurred_at, ${toIso(recordedAt)}
      from jsonb_to_recordset(${json(given)}) as g (nth integer, aggregate text, aggregate_id uuid, type text,
             data jsonb, audience jsonb, command_id uuid, occurred_at timestamptz)
      order by g.nth
      returning seq`,
  );
  markEmitted(tx);
  noteAbout(tx, events);
  const stored = events.map((event, nth): StoredEvent => {
    const { seq } = numbered[nth] ?? {};
    if (seq === undefined) throw new Error("an event was not written");
    return { ...event, orgId: actor.orgId, seq, recordedAt };
  });
  await react(tx, stored);
  return stored;
}
