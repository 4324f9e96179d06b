import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, rows, type Tx } from "#server/db/db.ts";
import type { TimedTx } from "#server/db/tx-context.ts";
import type { RoomGauge } from "#server/metrics.ts";

export interface Gate {
  /** The account that our payments are in; null until the provider has named it. */
  readonly account: string | null;
  readonly isLive: boolean | null;
  readonly stoppedAt: Instant | null;
  readonly stopCode: string | null;
  readonly frozenAt: Instant | null;
  /** From when on a restored backup may have lost something. */
  readonly frozenFrom: Instant | null;
}

export interface Met {
  readonly account: string | null;
  readonly isLive: boolean;
}

export const isShut = ({ stoppedAt, frozenAt }: Gate): boolean => stoppedAt !== null || frozenAt !== null;

/** @throws Refusal `payments.provider-silent` while a restored database is compared: what is asked for may be done already */
export async function refuseWhileComparing(tx: Tx, provider: string, now: Instant): Promise<void> {
  if ((await gateOf(tx, provider, now)).frozenAt !== null) throw new Refusal("payments.provider-silent");
}

/** Reads the gate. A database that is not where it was at the last read was restored: the gate shuts here. */
export async function gateOf(tx: Tx, provider: string, now: Instant): Promise<Gate> {
  const known = await read(tx, provider);
  if (known?.isHere) return known;
  if (known) await noteRestored(tx, provider, now);
  else
    await sql`insert into payment_gate (org_id, provider, place) values (app_org(), ${provider}, database_place())
              on conflict do nothing`.execute(tx);
  const after = await read(tx, provider);
  if (!after) throw new Error("a gate vanished");
  return after;
}

const read = (tx: Tx, provider: string): Promise<(Gate & { readonly isHere: boolean }) | undefined> =>
  first(
    tx,
    sql<Gate & { isHere: boolean }>`
      select account, is_live as "isLive", stopped_at as "stoppedAt", stop_code as "stopCode",
        frozen_at as "frozenAt", frozen_from as "frozenFrom", place = database_place() as "isHere"
      from payment_gate where org_id = app_org() and provider = ${provider}`,
  );

/** Time of the newest operation of the backup; those written since the restore, before the gate was read, do not count. */
const NEWEST_OF_BACKUP = sql`coalesce((select max(created_at) from payment_op
  where org_id = app_org() and place is distinct from database_place()), to_timestamp(0))`;

/**
 * A backup was restored: what it holds may have been done, and what was done may be lost. Every operation that waits is
 * read before it is sent, and under a key that was never used.
 */
async function noteRestored(tx: Tx, provider: string, now: Instant): Promise<void> {
  const noted = await rows(
    tx,
    sql`update payment_gate set place = database_place(), epoch = epoch + 1, frozen_at = ${toIso(now)},
          frozen_from = least(frozen_from, ${NEWEST_OF_BACKUP}, ${toIso(now)})
        where org_id = app_org() and provider = ${provider} and place <> database_place() returning provider`,
  );
  if (noted.length === 0) return;
  await sql`
    update payment_op o set outcome = '{"kind": "restored", "stored": true}', next_at = ${toIso(now)},
      sent_at = coalesce(o.sent_at, ${toIso(now)})
    ${waitingAt(provider)}`.execute(tx);
}

const waitingAt = (provider: string) => sql`from payment p
  where o.org_id = app_org() and p.org_id = o.org_id and p.id = o.payment_id and p.provider = ${provider}
    and o.state in ('pending', 'sent')`;

export async function stopGate(
  { tx, now }: TimedTx,
  provider: string,
  code: string,
  met: string | null = null,
): Promise<void> {
  await gateOf(tx, provider, now);
  await sql`update payment_gate
            set stopped_at = coalesce(stopped_at, ${toIso(now)}), stop_code = ${code}, met_account = ${met}
            where org_id = app_org() and provider = ${provider}`.execute(tx);
}

export const keepAccount = (tx: Tx, provider: string, { account, isLive }: Met) =>
  sql`update payment_gate set account = coalesce(account, ${account}), is_live = coalesce(is_live, ${isLive})
      where org_id = app_org() and provider = ${provider}`.execute(tx);

/** Calls go out again, to this account, what waits at once. */
export async function openGate(tx: Tx, provider: string, now: Instant, met: Met): Promise<void> {
  await sql`update payment_gate set stopped_at = null, stop_code = null, met_account = null,
              account = coalesce(${met.account}, account), is_live = ${met.isLive}
            where org_id = app_org() and provider = ${provider}`.execute(tx);
  await wake(tx, provider, now);
}

export async function reopenAfterRestore(tx: Tx, provider: string, now: Instant): Promise<void> {
  await sql`update payment_gate set frozen_at = null, frozen_from = null
            where org_id = app_org() and provider = ${provider}`.execute(tx);
  await wake(tx, provider, now);
}

const wake = (tx: Tx, provider: string, now: Instant) =>
  sql`update payment_op o set next_at = ${toIso(now)} ${waitingAt(provider)}`.execute(tx);

/** Makes every gate compare both books: all operations count as the backup's. @returns how many gates there are */
export async function markRestored(tx: Tx): Promise<number> {
  await sql`update payment_op set place = 'elsewhere'`.execute(tx);
  return (await rows(tx, sql`update payment_gate set place = 'elsewhere' returning provider`)).length;
}

/** For the operator's alarm: how many card providers are not called. */
export const haltGauge: RoomGauge = {
  name: "waybill_payments_halted",
  help: "Card providers that nothing goes out to: our key is refused, or a restored backup is being compared",
  async read(pool) {
    const { rows } = await pool.query<{ count: number }>(
      "select count(*)::int as count from payment_gate where coalesce(stopped_at, frozen_at) is not null",
    );
    return rows[0]?.count ?? 0;
  },
};
