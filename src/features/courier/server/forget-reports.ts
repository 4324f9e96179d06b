import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";

/** Empties what phones wrote about these deliveries: names and notes. Verdicts, times and hashes stay, so a copy is known. */
export const forgetReports = (tx: Tx, deliveryIds: readonly string[]): Promise<unknown> =>
  sql`
    update courier_report r set body = '{}'
    where r.org_id = app_org() and r.delivery_id = any (${[...deliveryIds]}::uuid[])`.execute(tx);
