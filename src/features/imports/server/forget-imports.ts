import { sql } from "kysely";
import { DAY_MS, type Instant, toIso } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { KEPT_DAYS } from "../domain/limits.ts";

/** Deletes files of long ago with their rows; the keys of what was imported stay. */
export const forgetImports = async (tx: Tx, now: Instant): Promise<void> =>
  void (await sql`
    delete from import_file where org_id = app_org() and created_at < ${toIso(now - KEPT_DAYS * DAY_MS)}
      and state not in ('checking', 'importing', 'undoing')`.execute(tx));
