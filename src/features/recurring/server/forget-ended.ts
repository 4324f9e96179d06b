import { sql } from "kysely";
import { DAY_MS, type Instant, toIso } from "#kernel/instant.ts";
import { rows, type Tx } from "#server/db/db.ts";
import { ENDED_KEPT_DAYS } from "../domain/limits.ts";

/** Rules deleted at a time; the others follow a day later. */
const AT_ONCE = 200;

/** Deletes standing orders that ended long ago, with their people, places and days. Deliveries that they made stay. */
export async function forgetEnded(tx: Tx, now: Instant): Promise<void> {
  const found = await rows(
    tx,
    sql<{ id: string }>`
      select id from recurring_rule
      where org_id = app_org() and ended_at < ${toIso(now - ENDED_KEPT_DAYS * DAY_MS)}
      order by ended_at limit ${AT_ONCE} for update`,
  );
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`delete from recurring_day where org_id = app_org() and rule_id = any (${ids}::uuid[])`.execute(
    tx,
  );
  await sql`delete from recurring_rule where org_id = app_org() and id = any (${ids}::uuid[])`.execute(tx);
}
