import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";

/** Agrees with the sender that parcels which nobody takes are disposed of. No screen offers it: the demo does. */
export async function agreeToDispose(tx: Tx, deliveryId: string): Promise<void> {
  await sql`update delivery set undeliverable_action = 'dispose'
            where org_id = app_org() and id = ${deliveryId}`.execute(tx);
}
