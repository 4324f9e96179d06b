import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";

/** Overwrites what people wrote to exceptions of these deliveries, and the refused commands that they keep. */
export async function forgetNotes(tx: Tx, deliveryIds: readonly string[]): Promise<void> {
  const ids = [...deliveryIds];
  await sql`
    update exception_entry e set note = null
    from exception x
    where x.org_id = app_org() and x.delivery_id = any (${ids}::uuid[])
      and e.org_id = x.org_id and e.exception_id = x.id and e.note is not null`.execute(tx);
  await sql`
    update exception x set command = null
    where x.org_id = app_org() and x.delivery_id = any (${ids}::uuid[]) and x.resolved_at is not null
      and x.command is not null`.execute(tx);
}
