import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";

/** Empties the rows of files from which these deliveries came; that they were imported stays. */
export const forgetRows = (tx: Tx, deliveryIds: readonly string[]): Promise<unknown> =>
  sql`
    update import_row r set cells = '[]', changes = '{}', entry = null
    where r.org_id = app_org() and r.delivery_id = any (${[...deliveryIds]}::uuid[])`.execute(tx);
