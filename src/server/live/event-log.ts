import { sql } from "kysely";
import type { Audience } from "#contract/event.ts";
import { rows } from "../db/db.ts";
import type { Tx } from "../db/db.ts";

/**
 * A place in the log of events, ordered by transaction and then by position. Positions alone are no order to read by: a
 * transaction that began later may have numbered its event earlier, and commit later.
 */
export interface EventCursor {
  readonly xid: number;
  readonly position: number;
}

export interface LoggedEvent {
  readonly orgId: string;
  readonly type: string;
  readonly data: unknown;
  readonly audience: Audience;
  readonly cursor: EventCursor;
}

/** The cursor's wire form, for `Last-Event-ID`. Its readers only send it back. */
export const formatCursor = ({ xid, position }: EventCursor): string => `${xid}.${position}`;

/** `undefined` for anything that this server did not write, cursors of earlier versions included. */
export function parseCursor(text: string): EventCursor | undefined {
  const [, xid, position] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  return xid === undefined ? undefined : { xid: Number(xid), position: Number(position) };
}

export const isAfter = (one: EventCursor, other: EventCursor): boolean =>
  one.xid > other.xid || (one.xid === other.xid && one.position > other.position);

/** Every event of a finished transaction stands before it, every other one after it. */
export async function endOfLog(tx: Tx): Promise<EventCursor> {
  const [found] = await rows(
    tx,
    sql<{ xid: number }>`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xid`,
  );
  if (!found) throw new Error("no snapshot");
  return { xid: found.xid, position: 0 };
}

/**
 * Puts what another cluster wrote before everything of this one: a restored dump brings its numbers of transactions, and
 * once ours climb past them old events would be told as news.
 */
export async function ageRestored(tx: Tx): Promise<void> {
  await sql`update event set xid = '3' where xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(tx);
}

interface Row {
  open: number;
  xid: number | null;
  position: number;
  orgId: string;
  type: string;
  data: unknown;
  audience: Audience;
}

/**
 * Events after a cursor, in order. Reads only below the oldest transaction that still runs: nothing can appear there any
 * more, so going on from the last one read never skips and never repeats.
 *
 * @param isOwn only those of the transaction's organisation; all that the transaction may see without it
 * @returns `undefined` when the cursor lies beyond the end of this log: it is another database's
 */
export async function readEvents(
  tx: Tx,
  { after, limit, isOwn = false }: { after: EventCursor; limit: number; isOwn?: boolean },
): Promise<LoggedEvent[] | undefined> {
  const found = await rows(
    tx,
    sql<Row>`
      select log.open::text::bigint as open, e.xid::text::bigint as xid, e.position,
             e.org_id as "orgId", e.type, e.data, e.audience
      from (select pg_snapshot_xmin(pg_current_snapshot()) as open) log
      left join lateral (
        select xid, position, org_id, type, data, audience from event
        where (xid, position) > (${after.xid}::xid8, ${after.position}) and xid < log.open
          ${isOwn ? sql`and org_id = app_org()` : sql``}
        order by xid, position limit ${limit}
      ) e on true
      order by e.xid, e.position`,
  );
  if (after.xid > (found[0]?.open ?? 0)) return undefined;
  return found.flatMap(({ xid, position, orgId, type, data, audience }) =>
    xid === null ? [] : [{ orgId, type, data, audience, cursor: { xid, position } }],
  );
}
