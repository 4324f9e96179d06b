import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";

/** Overwrites the words of messages about these deliveries; who got them, when they were seen and answered stays. */
export const forgetMessages = (tx: Tx, deliveryIds: readonly string[], instead: string): Promise<unknown> =>
  sql`
    update message m set text = ${instead}
    where m.org_id = app_org() and m.delivery_id = any (${[...deliveryIds]}::uuid[])`.execute(tx);
