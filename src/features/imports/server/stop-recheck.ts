import { sql } from "kysely";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";

/**
 * Gives the rows that were not checked again their faults back. Rows that are checked again keep their faults meanwhile;
 * those of a first check have none, and before it nothing was imported.
 *
 * @returns whether rows were being checked again
 */
export async function stopRecheck(tx: Tx, importId: string): Promise<boolean> {
  const found = await first(
    tx,
    sql`select from import_row
        where org_id = app_org() and import_id = ${importId}
          and ((state = 'new' and faults <> '[]') or state in ('imported', 'kept')) limit 1`,
  );
  if (!found) return false;
  await sql`update import_row set state = 'faulty'
            where org_id = app_org() and import_id = ${importId} and state = 'new'`.execute(tx);
  return true;
}
