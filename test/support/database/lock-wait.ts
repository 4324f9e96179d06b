import { sql } from "kysely";
import { first } from "#server/db/db.ts";
import type { Db } from "#server/db/db.ts";

/** Until somebody waits for a lock that another transaction of this database holds. */
export async function lockWaited(db: Db): Promise<void> {
  for (;;) {
    const waiting = await db.owner((tx) =>
      first(
        tx,
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`,
      ),
    );
    if (waiting) return;
  }
}
