import { sql } from "kysely";
import type { Window } from "#kernel/window.ts";
import { first, type Tx } from "#server/db/db.ts";
import { windowFrom } from "../domain/edits.ts";

/** Type of the command that changes a delivery with a decision about its price; stored with it. */
export const PRICED_EDIT = "editTrip";

/** The last window about whose price somebody decided; undefined while it is priced by the one of its booking. */
export async function pricedWindow(tx: Tx, deliveryId: string): Promise<Window | undefined> {
  const found = await first(
    tx,
    sql<{ window: string | null }>`
      select e.new_value as window from delivery_edit e
      join event v on v.org_id = e.org_id and v.aggregate = 'delivery' and v.aggregate_id = e.delivery_id and v.seq = e.seq
      join command c on c.org_id = e.org_id and c.id = v.command_id and c.type = ${PRICED_EDIT}
      where e.org_id = app_org() and e.delivery_id = ${deliveryId} and e.field = 'window'
      order by e.seq desc limit 1`,
  );
  return found?.window ? windowFrom(found.window) : undefined;
}
