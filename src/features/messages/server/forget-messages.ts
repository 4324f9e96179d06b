import { sql } from "kysely";
import { type Instant, toIso } from "#kernel/instant.ts";
import { rows, type Tx } from "#server/db/db.ts";

/** Overwrites the words of messages about these deliveries; who got them, when they were seen and answered stays. */
export const forgetMessages = (tx: Tx, deliveryIds: readonly string[], instead: string): Promise<unknown> =>
  sql`
    update message m set text = ${instead}
    where m.org_id = app_org() and m.delivery_id = any (${[...deliveryIds]}::uuid[])`.execute(tx);

const older = (tx: Tx, before: Instant, most: number) =>
  rows(
    tx,
    sql<{ readonly id: string }>`
      select id from message where org_id = app_org() and sent_at < ${toIso(before)} order by sent_at limit ${most}`,
  );

/** Counts messages that were sent before a moment, up to so many. */
export const countMessages = async (tx: Tx, before: Instant, most: number): Promise<number> =>
  (await older(tx, before, most)).length;

/** Deletes at most so many of them, with what phones said of them. @returns how many it deleted */
export async function deleteMessages(tx: Tx, before: Instant, most: number): Promise<number> {
  const ids = (await older(tx, before, most)).map(({ id }) => id);
  if (ids.length === 0) return 0;
  await sql`delete from message_recipient where org_id = app_org() and message_id = any (${ids}::uuid[])`.execute(
    tx,
  );
  await sql`delete from message where org_id = app_org() and id = any (${ids}::uuid[])`.execute(tx);
  return ids.length;
}
