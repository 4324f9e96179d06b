import { sql } from "kysely";
import type { PriceRule } from "#features/quotes/contract/price-list.ts";
import { DAY_MS, type Instant, toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, json, rows, type Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { Replay, ReplayCustomer, ReplayLine, ReplayOutcome } from "../contract/api.ts";
import type { ReplayState } from "../domain/lifecycle.ts";
import { KEPT_DAYS, KEPT_MOST } from "../domain/limits.ts";

/** Customers as they are stored: by their newest order, without a name. */
type StoredCustomer = Omit<ReplayCustomer, "name">;
export interface StoredOutcome extends ReplayOutcome {
  readonly dearer: StoredCustomer[];
  readonly cheaper: StoredCustomer[];
}

const LINE = sql`
  r.id, r.state, json_build_object('from', r.from_day, 'to', r.to_day) as days, r.service_level as level,
  r.zone_code as zone, r.list_version as "listVersion", trim(r.currency) as currency,
  (select p.name from people p where p.org_id = r.org_id and p.id = r.asked_by) as "askedBy",
  ${isoText("r.asked_at")} as "askedAt", ${isoText("r.ended_at")} as "endedAt",
  ${isoText(`(r.asked_at + interval '${KEPT_DAYS} days')`)} as "expiresAt", greatest(r.total, r.done) as total, r.done`;

/** Replays past their time are gone, also before they are deleted. */
const kept = (now: Instant) => sql`r.org_id = app_org() and r.asked_at > ${toIso(now - KEPT_DAYS * DAY_MS)}`;

export const listReplays = (tx: Tx, now: Instant): Promise<ReplayLine[]> =>
  rows(
    tx,
    sql<ReplayLine>`
      select ${LINE} from replay_run r where ${kept(now)} order by r.asked_at desc, r.id desc limit ${KEPT_MOST}`,
  );

/** @throws Refusal `replays.not-found` */
export async function readReplay(tx: Tx, id: string, now: Instant): Promise<Replay> {
  const found = await first(
    tx,
    sql<ReplayLine & { readonly rules: PriceRule[]; readonly outcome: StoredOutcome | null }>`
      select ${LINE}, r.rules, r.outcome from replay_run r where ${kept(now)} and r.id = ${id}`,
  );
  if (!found) throw new Refusal("replays.not-found", { id });
  const { outcome: stored, ...line } = found;
  if (!stored) return { ...line, outcome: null, dearer: [], cheaper: [] };
  const { dearer, cheaper, ...outcome } = stored;
  const names = await customerNames(tx, [...dearer, ...cheaper]);
  const named = (all: readonly StoredCustomer[]): ReplayCustomer[] =>
    all.map((one) => ({ ...one, name: names.get(one.orderId) ?? null }));
  return { ...line, outcome, dearer: named(dearer), cheaper: named(cheaper) };
}

async function customerNames(
  tx: Tx,
  customers: readonly StoredCustomer[],
): Promise<ReadonlyMap<string, string | null>> {
  if (customers.length === 0) return new Map();
  const found = await rows(
    tx,
    sql<{ id: string; name: string | null }>`
      select o.id, o.sender_name as name from booked_orders o
      where o.org_id = app_org() and o.id = any (${customers.map(({ orderId }) => orderId)}::uuid[])`,
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** A replay as its job sees it. */
export interface ReplayRun {
  readonly id: string;
  readonly state: ReplayState;
  readonly since: Instant;
  readonly until: Instant;
  readonly level: string | null;
  readonly zone: string | null;
  readonly rules: readonly PriceRule[];
  readonly currency: string;
  readonly cursorAt: Instant | null;
  readonly cursorId: string | null;
}

/** Holds a replay until the transaction ends: two workers take turns. */
export const lockReplay = (tx: Tx, id: string): Promise<ReplayRun | undefined> =>
  first(
    tx,
    sql<ReplayRun>`
      select r.id, r.state, r.since, r.until, r.service_level as level, r.zone_code as zone, r.rules,
        trim(r.currency) as currency, r.cursor_at as "cursorAt", r.cursor_id as "cursorId"
      from replay_run r where r.org_id = app_org() and r.id = ${id} for update`,
  );

/** Ends a running replay. @returns whether it was running until now */
export async function endReplay(
  tx: Tx,
  id: string,
  {
    state,
    at,
    outcome,
  }: { readonly state: ReplayState; readonly at: Instant; readonly outcome?: StoredOutcome },
): Promise<boolean> {
  const found = await rows(
    tx,
    sql`update replay_run set state = ${state}, ended_at = ${toIso(at)}, outcome = ${outcome ? json(outcome) : null},
          -- Orders that were paid for or cancelled meanwhile make another count than the one it began with.
          total = case when ${state} = 'done' then done else total end
        where org_id = app_org() and id = ${id} and state = 'running' returning id`,
  );
  return found.length > 0;
}

/**
 * Deletes replays past their time, one whose job was lost among them, those that newer ones took the place of, and what
 * unfinished ones had found.
 */
export async function forgetReplays(tx: Tx, now: Instant): Promise<void> {
  await sql`
    delete from replay_run where org_id = app_org() and (
      asked_at <= ${toIso(now - KEPT_DAYS * DAY_MS)}
      or state <> 'running' and id in (select id from replay_run where org_id = app_org() order by asked_at desc, id desc offset ${KEPT_MOST}))
  `.execute(tx);
  await sql`
    delete from replay_order o using replay_run r
    where o.org_id = app_org() and r.org_id = o.org_id and r.id = o.run_id and r.state in ('cancelled', 'failed')
  `.execute(tx);
}
