import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";
import type { UndeliverableAction } from "../domain/delivery.ts";

/** Notes by the sender's word how parcels are treated that nobody takes: disposed of, or as they are usually. */
export async function agreeToDispose(
  tx: Tx,
  deliveryId: string,
  action: Extract<UndeliverableAction, "dispose" | "return_to_sender"> = "dispose",
): Promise<void> {
  await sql`update delivery set undeliverable_action = ${action}
            where org_id = app_org() and id = ${deliveryId}`.execute(tx);
}
