import { sql } from "kysely";
import { type Instant, toIso } from "#kernel/instant.ts";
import { first, json, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import { newId } from "#server/ids.ts";
import { type NewJob, addJobs } from "#server/jobs/jobs.ts";
import type { Audience, Way } from "../domain/notices.ts";
import type { Next } from "../domain/next.ts";
import type { DropCause, NoticeState, Row } from "../domain/outbox.ts";
import type { Message } from "./ways.ts";

export const SEND_JOB = "notices.send";

/** A notice as stored. */
export interface NoticeRow extends Row {
  readonly deliveryId: string;
  readonly audience: Audience;
  readonly way: Way;
  readonly leasedUntil: Instant | null;
  readonly tries: number;
  readonly addressHash: string | null;
  readonly message: Message | null;
}

/** Holds the notices of one delivery until the transaction ends. */
export const lockNotices = (tx: Tx, deliveryId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`notices ${deliveryId}`}, 0))`.execute(tx);

export const noticesOf = (tx: Tx, deliveryId: string): Promise<NoticeRow[]> =>
  rows(
    tx,
    sql<NoticeRow>`
      select id, delivery_id as "deliveryId", notice, about, corrects, audience, way, state, why,
        made_at as "madeAt", due_at as "dueAt", said_at as "saidAt", leased_until as "leasedUntil", tries,
        address_hash as "addressHash", message
      from notice where org_id = app_org() and delivery_id = ${deliveryId} order by id`,
  );

/** The delivery of a notice. */
export const deliveryOfNotice = async (tx: Tx, id: string): Promise<string | undefined> =>
  (
    await first(
      tx,
      sql<{
        deliveryId: string;
      }>`select delivery_id as "deliveryId" from notice where org_id = app_org() and id = ${id}`,
    )
  )?.deliveryId;

/** The job that sends a notice. Queued again, it is one job. */
export const sendJob = (orgId: string, id: string, runInMs = 0): NewJob => ({
  name: SEND_JOB,
  payload: { orgId, id },
  key: `notice:${id}`,
  runInMs,
});

/** Queues a notice for when it is due. */
const queueNotice = ({ tx, orgId, now }: TxContext, id: string, dueAt: Instant): Promise<void> =>
  addJobs(tx, [sendJob(orgId, id, Math.max(0, dueAt - now))]);

interface NewNotice extends Next {
  readonly deliveryId: string;
  readonly audience: Audience;
  readonly way: Way;
  readonly dueAt: Instant;
}

export async function addNotice(context: TxContext, made: NewNotice): Promise<void> {
  const { tx, now } = context;
  const { claim, corrects, deliveryId, audience, way, dueAt } = made;
  const id = newId(now);
  await sql`
    insert into notice (org_id, id, delivery_id, notice, about, corrects, audience, way, state, made_at, due_at)
    values (app_org(), ${id}, ${deliveryId}, ${claim.notice}, ${claim.about}, ${corrects}, ${audience}, ${way},
      'waiting', ${toIso(now)}, ${toIso(dueAt)})`.execute(tx);
  await queueNotice(context, id, dueAt);
}

export const dropNotice = (tx: Tx, id: string, why: DropCause, now: Instant): Promise<unknown> =>
  sql`update notice set state = 'dropped', why = ${why}, ended_at = ${toIso(now)}, message = null, said_at = null
      where org_id = app_org() and id = ${id}`.execute(tx);

/** Puts a notice off. Nothing was taken of it, so it is read again against the delivery. */
export async function holdNotice(context: TxContext, id: string, until: Instant): Promise<void> {
  await sql`update notice set state = 'waiting', said_at = null, message = null, leased_until = null,
              due_at = ${toIso(until)}
            where org_id = app_org() and id = ${id}`.execute(context.tx);
  await queueNotice(context, id, until);
}

/** Tries again later what may have been taken, with the same message. */
export async function retryNotice(context: TxContext, id: string, at: Instant): Promise<void> {
  await sql`update notice set leased_until = null, due_at = ${toIso(at)}
            where org_id = app_org() and id = ${id}`.execute(context.tx);
  await queueNotice(context, id, at);
}

export interface Begun {
  readonly message: Message;
  readonly shownTo: string;
  readonly addressHash: string;
  /** Absent where an earlier try made it. */
  readonly switchHash: string | null;
  readonly smsParts: number | null;
  readonly costMicros: number | null;
  readonly leasedUntil: Instant;
}

/** Notes that a notice is given to its way, before it is. */
export const beginNotice = ({ tx, now }: TxContext, id: string, begun: Begun): Promise<unknown> =>
  sql`update notice set state = 'sending', said_at = coalesce(said_at, ${toIso(now)}), tries = tries + 1,
        leased_until = ${toIso(begun.leasedUntil)}, message = ${json(begun.message)}, shown_to = ${begun.shownTo},
        address_hash = ${begun.addressHash}, switch_hash = coalesce(${begun.switchHash}, switch_hash),
        sms_parts = ${begun.smsParts}, cost_micros = ${begun.costMicros}
      where org_id = app_org() and id = ${id}`.execute(tx);

/** Notes another try of the same message. */
export const beginAgain = (tx: Tx, id: string, leasedUntil: Instant): Promise<unknown> =>
  sql`update notice set tries = tries + 1, leased_until = ${toIso(leasedUntil)}
      where org_id = app_org() and id = ${id}`.execute(tx);

type Ended = Extract<NoticeState, "sent" | "unsure" | "failed">;

/** Ends a notice; its message with the links is deleted. What was not taken costs nothing. */
export const endNotice = (
  { tx, now }: TxContext,
  id: string,
  { state, answer }: { readonly state: Ended; readonly answer: string },
): Promise<unknown> =>
  sql`update notice set state = ${state}, ended_at = ${toIso(now)}, message = null, leased_until = null,
        answer = ${answer.slice(0, 300)}, cost_micros = case when ${state} = 'failed' then null else cost_micros end
      where org_id = app_org() and id = ${id}`.execute(tx);

/** Begins a notice anew that did not arrive. */
export async function renewNotice(context: TxContext, id: string): Promise<void> {
  const { tx, now } = context;
  await sql`update notice set state = 'waiting', why = null, made_at = ${toIso(now)}, due_at = ${toIso(now)},
              said_at = null, ended_at = null, tries = 0, answer = null
            where org_id = app_org() and id = ${id}`.execute(tx);
  await queueNotice(context, id, now);
}
