import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Tx } from "#server/db/db.ts";

/**
 * Overwrites one end of the trips that were asked about.
 * @param write makes the address that stays of the stored one
 */
export const forgetTrips = (
  tx: Tx,
  ids: readonly string[],
  end: "pickup" | "dropoff",
  write: (address: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<unknown> =>
  sql`
    update quote q set request = jsonb_set(q.request, ${[end]}::text[], ${write(sql`(q.request -> ${end}::text)`)})
    where q.org_id = app_org() and q.id = any (${[...ids]}::uuid[])`.execute(tx);
