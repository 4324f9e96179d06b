import { type RawBuilder, sql } from "kysely";
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

/** Whom a notice is for and by which way, as one text. */
export const lineOf = ({ audience, way }: Pick<NoticeRow, "audience" | "way">): string =>
  `${audience} ${way}`;

const lockOf = (deliveryId: RawBuilder<unknown>) => sql`hashtextextended('notices ' || ${deliveryId}, 0)`;

/** Holds the notices of one delivery until the transaction ends. */
export const lockNotices = (tx: Tx, deliveryId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${lockOf(sql`${deliveryId}::text`)})`.execute(tx);

/** Held while the rules of the transaction's organisation are changed, and shared by whatever goes by them. */
export const RULES_LOCK = sql`hashtextextended('notice settings ' || app_org()::text, 0)`;

/** As `lockNotices`, with the rules by which they are sent or held until a morning. */
export const lockToSend = (tx: Tx, deliveryId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${lockOf(sql`${deliveryId}::text`)}), pg_advisory_xact_lock_shared(${RULES_LOCK})`.execute(
    tx,
  );

export const noticesOf = (tx: Tx, deliveryId: string): Promise<NoticeRow[]> =>
  rows(
    tx,
    sql<NoticeRow>`
      select id, delivery_id as "deliveryId", notice, about, corrects, audience, way, state, why,
        made_at as "madeAt", due_at as "dueAt", said_at as "saidAt", leased_until as "leasedUntil", tries,
        address_hash as "addressHash", message
      from notice where org_id = app_org() and delivery_id = ${deliveryId} order by id`,
  );

/** As `lockToSend` of the delivery that this notice is about. @returns the delivery */
export const lockByNotice = async (tx: Tx, id: string): Promise<string | undefined> =>
  (
    await first(
      tx,
      sql<{ deliveryId: string }>`
        select delivery_id as "deliveryId", pg_advisory_xact_lock(${lockOf(sql`delivery_id`)}),
          pg_advisory_xact_lock_shared(${RULES_LOCK})
        from notice where org_id = app_org() and id = ${id}`,
    )
  )?.deliveryId;

/** The job that sends a notice. Queued again, it is one job. */
export const sendJob = (orgId: string, id: string, runInMs = 0): NewJob => ({
  name: SEND_JOB,
  payload: { orgId, id },
  key: `notice:${id}`,
  runInMs,
});

/** Queues notices for when they are due: those of one moment are one job, which sends whatever is due then. */
export function queueNotices(
  { tx, orgId, now }: TxContext,
  waiting: readonly Pick<NoticeRow, "id" | "dueAt">[],
): Promise<void> {
  const byTime = new Map(waiting.map(({ id, dueAt }) => [dueAt, id]));
  return addJobs(
    tx,
    [...byTime].map(([dueAt, id]) => sendJob(orgId, id, Math.max(0, dueAt - now))),
  );
}

/** Queues a notice for when it is due. */
const queueNotice = ({ tx, orgId, now }: TxContext, id: string, dueAt: Instant): Promise<void> =>
  addJobs(tx, [sendJob(orgId, id, Math.max(0, dueAt - now))]);

export interface NewNotice extends Next {
  readonly deliveryId: string;
  readonly audience: Audience;
  readonly way: Way;
  readonly dueAt: Instant;
}

/** Adds notices that wait, in one statement. @returns them as stored */
export async function addNotices({ tx, now }: TxContext, made: readonly NewNotice[]): Promise<NoticeRow[]> {
  if (made.length === 0) return [];
  const added = made.map(({ claim, ...one }): NoticeRow => ({
    ...one,
    id: newId(now),
    notice: claim.notice,
    about: claim.about,
    state: "waiting",
    why: null,
    madeAt: now,
    saidAt: null,
    leasedUntil: null,
    tries: 0,
    addressHash: null,
    message: null,
  }));
  const stored = added.map((one) => ({ ...one, dueAt: toIso(one.dueAt) }));
  await sql`
    insert into notice (org_id, id, delivery_id, notice, about, corrects, audience, way, state, made_at, due_at)
    select app_org(), n.id, n."deliveryId", n.notice, n.about, n.corrects, n.audience, n.way, 'waiting', ${toIso(now)}, n."dueAt"
    from jsonb_to_recordset(${json(stored)}) n (id uuid, "deliveryId" uuid, notice text, about text, corrects boolean,
      audience text, way text, "dueAt" timestamptz)`.execute(tx);
  return added;
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
  /** Null where there is no address to show. */
  readonly shownTo: string | null;
  readonly addressHash: string;
  /** Absent where an earlier try made it. */
  readonly switchHash: string | null;
  readonly smsParts: number | null;
  readonly costMicros: number | null;
  readonly leasedUntil: Instant;
}

/** Notes that notices are given to their ways, before they are. */
export async function beginNotices(
  { tx, now }: TxContext,
  begun: readonly (Begun & Pick<NoticeRow, "id" | "saidAt">)[],
): Promise<void> {
  if (begun.length === 0) return;
  const stored = begun.map((one) => ({
    ...one,
    leasedUntil: toIso(one.leasedUntil),
    saidAt: toIso(one.saidAt ?? now),
  }));
  await sql`
    update notice n set state = 'sending', said_at = coalesce(n.said_at, b."saidAt"), tries = n.tries + 1,
      leased_until = b."leasedUntil", message = b.message, shown_to = b."shownTo", address_hash = b."addressHash",
      switch_hash = coalesce(b."switchHash", n.switch_hash), sms_parts = b."smsParts", cost_micros = b."costMicros"
    from jsonb_to_recordset(${json(stored)}) b (id uuid, "saidAt" timestamptz, "leasedUntil" timestamptz, message jsonb, "shownTo" text,
      "addressHash" text, "switchHash" text, "smsParts" integer, "costMicros" bigint)
    where n.org_id = app_org() and n.id = b.id`.execute(tx);
}

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

/** Ends a notice that its way took, after whatever holds its delivery's notices now; by itself a transaction. */
export const endTaken = (
  { tx, now }: TxContext,
  { id, deliveryId }: Pick<NoticeRow, "id" | "deliveryId">,
  answer: string,
): Promise<unknown> =>
  sql`update notice set state = 'sent', ended_at = ${toIso(now)}, message = null, leased_until = null,
        answer = ${answer.slice(0, 300)}
      from (select pg_advisory_xact_lock(${lockOf(sql`${deliveryId}::text`)})) held
      where org_id = app_org() and id = ${id}`.execute(tx);

/** Begins a notice anew that did not arrive. */
export async function renewNotice(context: TxContext, id: string): Promise<void> {
  const { tx, now } = context;
  await sql`update notice set state = 'waiting', why = null, made_at = ${toIso(now)}, due_at = ${toIso(now)},
              said_at = null, ended_at = null, tries = 0, answer = null
            where org_id = app_org() and id = ${id}`.execute(tx);
  await queueNotice(context, id, now);
}
