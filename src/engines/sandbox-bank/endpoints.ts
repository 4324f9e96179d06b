import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Wire } from "./wire.ts";

/** A receiver of webhooks, and the faults of their delivery. */
export interface Endpoint {
  readonly name: string;
  readonly url: string;
  /** Two while one replaces the other. */
  readonly secrets: readonly string[];
  /** Number of repetitions of each webhook. */
  readonly duplicate?: number | undefined;
  /** Each n-th is lost. */
  readonly dropEvery?: number | undefined;
  /** Later events are delivered first. */
  readonly reorder?: boolean | undefined;
  readonly delayMs?: number | undefined;
}

/** Name of this Waybill among the endpoints. Its webhooks are handed over in this process, at no address. */
export const OWN_ENDPOINT = "waybill";

export async function keepEndpoint(tx: Tx, endpoint: Endpoint): Promise<void> {
  const { name, url, secrets, duplicate = 0, dropEvery = 0, reorder = false, delayMs = 0 } = endpoint;
  await sql`
    insert into sandbox_bank.endpoint (name, url, secrets, duplicate, drop_every, reorder, delay_ms)
    values (${name}, ${url}, ${[...secrets]}, ${duplicate}, ${dropEvery}, ${reorder}, ${delayMs})
    on conflict (name) do update set url = excluded.url, secrets = excluded.secrets,
      duplicate = excluded.duplicate, drop_every = excluded.drop_every, reorder = excluded.reorder,
      delay_ms = excluded.delay_ms`.execute(tx);
}

/** Removes an endpoint, with the webhooks on their way to it. */
export const dropEndpoint = (tx: Tx, name: string) =>
  sql`delete from sandbox_bank.endpoint where name = ${name}`.execute(tx);

export async function secretsOf(tx: Tx, name: string): Promise<readonly string[]> {
  const row = await first(
    tx,
    sql<{ secrets: string[] }>`select secrets from sandbox_bank.endpoint where name = ${name}`,
  );
  return row?.secrets ?? [];
}

/** One telling of one event to one endpoint. */
export interface Letter {
  readonly id: number;
  readonly endpoint: string;
  readonly url: string;
  readonly secrets: readonly string[];
  readonly body: Wire;
  readonly tries: number;
  /** The webhook is lost on the way: the bank takes it for delivered. */
  readonly lost: boolean;
}

/** Another process may take a letter only after this, should we die with it. */
const LEASE_S = 30;

/** Takes letters whose time has come, and counts the try before it is made. */
export async function takeLetters(tx: Tx, limit: number): Promise<Letter[]> {
  const found = await rows(
    tx,
    sql<{
      id: number;
      endpoint: string;
      url: string;
      secrets: string[];
      body: Wire;
      tries: number;
      dropEvery: number;
    }>`
      with due as (
        select d.id from sandbox_bank.delivery d join sandbox_bank.endpoint e on e.name = d.endpoint
        where d.done_at is null and d.next_at <= now()
        order by case when e.reorder then -d.id else d.id end limit ${limit} for update of d skip locked),
      taken as (
        update sandbox_bank.delivery set tries = tries + 1, next_at = now() + ${LEASE_S} * interval '1 s'
        where id in (select id from due) returning id, event_id, endpoint, tries)
      select t.id, t.endpoint, e.url, e.secrets, v.body, t.tries, e.drop_every as "dropEvery"
      from taken t join sandbox_bank.endpoint e on e.name = t.endpoint join sandbox_bank.event v on v.id = t.event_id
      order by case when e.reorder then -t.id else t.id end`,
  );
  return found.map(({ dropEvery, ...letter }) => ({
    ...letter,
    lost: dropEvery > 0 && letter.id % dropEvery === 0,
  }));
}

export const closeLetter = (tx: Tx, id: number, outcome: string) =>
  sql`update sandbox_bank.delivery set done_at = now(), outcome = ${outcome} where id = ${id}`.execute(tx);

export const postponeLetter = (tx: Tx, id: number, waitMs: number, outcome: string) =>
  sql`update sandbox_bank.delivery set next_at = now() + ${waitMs} * interval '1 ms', outcome = ${outcome}
      where id = ${id}`.execute(tx);

/** Puts letters back that were taken and not tried. */
export const putBack = (tx: Tx, ids: readonly number[]) =>
  sql`update sandbox_bank.delivery set tries = tries - 1, next_at = now() where id = any(${[...ids]}::bigint[])`.execute(
    tx,
  );

/** Milliseconds until the next letter is due; nothing where none waits. */
export async function nextLetterIn(tx: Tx): Promise<number | undefined> {
  const row = await first(
    tx,
    sql<{ wait: string | null }>`select extract(epoch from min(next_at) - now()) * 1000 as wait
      from sandbox_bank.delivery where done_at is null`,
  );
  return row?.wait == null ? undefined : Math.max(0, Number(row.wait));
}

/** Deletes events before this, delivered or not. */
export const forgetEvents = (tx: Tx, before: Instant) =>
  sql`delete from sandbox_bank.event where created_at < to_timestamp(${before / 1000})`.execute(tx);
