import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import type { ReadPhoneFacts } from "#features/deliveries/server/public.ts";
import { first, json, rows, type Tx } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import type { TimedTap } from "#kernel/outbox/tap-times.ts";
import { readBody } from "../../contract/read-body.ts";
import { taskBodyOf, type Report } from "../../domain/sync/report.ts";
import type { Claim, Claimed, FactCommand } from "../../domain/sync/store.ts";
import { factIn } from "../../domain/sync/take-in.ts";
import type { Verdict } from "../../domain/sync/verdict.ts";
import type { ActingCourier } from "../courier-of.ts";

/** Person, phone and time of a call. */
export interface Phone {
  readonly actor: ActingCourier;
  readonly device: string;
  readonly build: string;
  readonly now: Instant;
}

const textHash = ({ type, v, body }: Report): string => sha256(`${type}\n${v}\n${body}`);

/**
 * Takes a command for this transaction. Another transaction with the same id waits here for the end of this one, so that
 * a command is judged once.
 */
export async function claimReport(tx: Tx, phone: Phone, claim: Claim): Promise<Claimed> {
  const { report, times, deliveryId, taskId } = claim;
  const { actor, device, build, now } = phone;
  const { id, seq, type, v, body, wall, mono, life } = report;
  const { userId, courierId } = actor;
  const hash = textHash(report);
  const [lo, best, hi] = [toIso(times.lo), toIso(times.best), toIso(times.hi)];
  const row = await first(
    tx,
    sql<{ isNew: boolean; maybeOnDuty: boolean; isSeqReused: boolean }>`
      with claimed as (
        insert into courier_report as r (org_id, id, user_id, courier_id, device_id, seq, type, v, body, hash, delivery_id,
          task_id, wall, mono, life, lo_at, best_at, hi_at, build, received_at, verdict, code, facts)
        values (app_org(), ${id}, ${userId}, ${courierId}, ${device}, ${seq}, ${type}, ${v}, ${body}, ${hash}, ${deliveryId},
          ${taskId}, ${wall}, ${mono}, ${life}, ${lo}, ${best}, ${hi}, ${build}, ${toIso(now)}, 'later', null, '{}')
        on conflict (org_id, id) do update set delivery_id = excluded.delivery_id, task_id = excluded.task_id,
          lo_at = excluded.lo_at, best_at = excluded.best_at, hi_at = excluded.hi_at, build = excluded.build,
          received_at = excluded.received_at
          where r.verdict = 'later' and r.user_id = excluded.user_id and r.hash = excluded.hash
        returning id)
      select exists (select from claimed) as "isNew",
        exists (select from shift s where s.org_id = app_org() and s.courier_id = ${courierId} and s.started_at <= ${hi}
                and (s.ended_at is null or s.ended_at >= ${lo})) as "maybeOnDuty",
        exists (select from courier_report o where o.org_id = app_org() and o.device_id = ${device}
                and o.user_id = ${userId} and o.seq = ${seq} and o.id <> ${id}) as "isSeqReused"`,
  );
  if (!row) throw new Error("a statement without a row");
  const { isNew, maybeOnDuty, isSeqReused } = row;
  return isNew ? { kind: "new", maybeOnDuty, isSeqReused } : storedVerdict(tx, phone, { id, hash });
}

async function storedVerdict(
  tx: Tx,
  { actor }: Phone,
  { id, hash }: { readonly id: string; readonly hash: string },
): Promise<Claimed> {
  const verdict = await first(
    tx,
    sql<Verdict>`
      select verdict, code, facts from courier_report
      where org_id = app_org() and id = ${id} and user_id = ${actor.userId} and hash = ${hash}`,
  );
  return verdict ? { kind: "known", verdict } : { kind: "other" };
}

export async function keepVerdict(tx: Tx, id: string, { verdict, code, facts }: Verdict): Promise<void> {
  await sql`update courier_report set verdict = ${verdict}, code = ${code}, facts = ${json(facts)}
            where org_id = app_org() and id = ${id}`.execute(tx);
}

interface EndRow {
  readonly device: string;
  readonly life: string;
  readonly mono: number;
  readonly lo: Instant;
  readonly best: Instant;
  readonly hi: Instant;
}

/** The newest recorded end of a task by a phone. */
export async function endOf(tx: Tx, taskId: string): Promise<TimedTap | null> {
  const row = await first(
    tx,
    sql<EndRow>`
      select device_id as device, life, mono, lo_at as lo, best_at as best, hi_at as hi from courier_report
      where org_id = app_org() and task_id = ${taskId} and type in ('succeed', 'fail', 'correct')
        and verdict in ('accepted', 'conflict', 'replayed')
      order by received_at desc, seq desc limit 1`,
  );
  if (!row) return null;
  const { device, life, mono, lo, best, hi } = row;
  return { device, life, mono, times: { lo, best, hi } };
}

/** Circumstances that the office sees beside what was recorded: off duty, or by a clock that was wrong. */
export const phoneFacts: ReadPhoneFacts = async (tx, commandIds) => {
  if (commandIds.length === 0) return new Map();
  const found = await rows(
    tx,
    sql<{ id: string; offDuty: boolean; clockOffS: number }>`
      select id, facts ? 'offDuty' as "offDuty", coalesce((facts ->> 'clockOffS')::int, 0) as "clockOffS"
      from courier_report where org_id = app_org() and id = any (${[...commandIds]}::uuid[])
        and facts ?| array['offDuty', 'clockOffS']`,
  );
  return new Map(found.map(({ id, ...facts }) => [id, facts]));
};

/** A success that a phone reported, by the courier who did. */
export interface ReportedSuccess {
  readonly courierId: string;
  readonly command: Extract<FactCommand, { readonly type: "succeed" }>;
}

/** The newest success of a task that was refused for its cancelled delivery, as far as it can still be read. */
export async function refusedSuccess(tx: Tx, taskId: string): Promise<ReportedSuccess | undefined> {
  const row = await first(
    tx,
    sql<{ id: string; v: number; body: string; at: Instant; courierId: string }>`
      select id, v, body, best_at as at, courier_id as "courierId" from courier_report
      where org_id = app_org() and task_id = ${taskId} and type = 'succeed' and verdict = 'refused'
        and code = 'courier.parcel-in-hand'
      order by received_at desc, seq desc limit 1`,
  );
  const body = row && taskBodyOf(readBody({ type: "succeed", v: row.v, body: row.body }));
  if (!row || !body) return undefined;
  const command = factIn(body, { commandId: row.id, occurredAt: row.at });
  return command.type === "succeed" ? { courierId: row.courierId, command } : undefined;
}

/** Empties what phones wrote about these deliveries: names and notes. Verdicts, times and hashes stay, so a copy is known. */
export const forgetReports = (tx: Tx, deliveryIds: readonly string[]): Promise<unknown> =>
  sql`
    update courier_report r set body = '{}'
    where r.org_id = app_org() and r.delivery_id = any (${[...deliveryIds]}::uuid[])`.execute(tx);
