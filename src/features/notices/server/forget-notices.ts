import { sql } from "kysely";
import { openMadeBefore } from "#features/deliveries/server/public.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";

/** Senders are told by their account or, where they booked as guests, by what they typed. */
const AUDIENCES = { recipient: ["recipient"], sender: ["sender", "guest"] } as const;

/** Forgets to which addresses notices of these deliveries went; what was told, when and how it ended stays. */
export async function forgetNotices(
  tx: Tx,
  deliveryIds: readonly string[],
  side: keyof typeof AUDIENCES,
): Promise<void> {
  const audiences = [...AUDIENCES[side]];
  const ids = [...deliveryIds];
  await sql`
    update notice n set shown_to = null, address_hash = null, switch_hash = null, message = null, answer = null
    where n.org_id = app_org() and n.delivery_id = any (${ids}::uuid[]) and n.audience = any (${audiences})`.execute(
    tx,
  );
  await sql`
    delete from unsent_sms u
    where u.org_id = app_org() and u.delivery_id = any (${ids}::uuid[]) and u.audience = any (${audiences})`.execute(
    tx,
  );
}

/** A notice as the person whom it reached reads it. */
interface Told {
  readonly deliveryId: string;
  readonly notice: string;
  readonly way: string;
  readonly to: string | null;
  readonly at: string | null;
}

/** Notices of these deliveries that went to anybody, the oldest first. */
export const noticesTold = (tx: Tx, deliveryIds: readonly string[]): Promise<Told[]> =>
  rows(
    tx,
    sql<Told>`
      select n.delivery_id as "deliveryId", n.notice, n.way, n.shown_to as "to", ${isoText("n.said_at")} as at
      from notice n
      where n.org_id = app_org() and n.delivery_id = any (${[...deliveryIds]}::uuid[]) and n.said_at is not null
      order by n.said_at, n.id`,
  );

/**
 * Notices that ended before a moment. Those of a delivery under way stay: they are the memory of what its people were told,
 * and without it they would be told again.
 */
const old = async (tx: Tx, before: Instant) => sql`
  n.org_id = app_org() and n.ended_at < ${toIso(before)}
    and n.delivery_id <> all (${await openMadeBefore(tx, before)}::uuid[])`;

/** Counts old notices of deliveries that are over, up to so many. */
export async function countOldNotices(tx: Tx, before: Instant, most: number): Promise<number> {
  const isOld = await old(tx, before);
  return (await rows(tx, sql`select 1 from notice n where ${isOld} limit ${most}`)).length;
}

/** Deletes at most so many of them. @returns how many it deleted */
export async function deleteOldNotices(tx: Tx, before: Instant, most: number): Promise<number> {
  const isOld = await old(tx, before);
  return (
    await rows(
      tx,
      sql`delete from notice where ctid = any (array(select n.ctid from notice n where ${isOld} limit ${most})) returning 1`,
    )
  ).length;
}
