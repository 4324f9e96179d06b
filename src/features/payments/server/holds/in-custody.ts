import { sql } from "kysely";
import { first, type Tx } from "#server/db/db.ts";

/** An order's parcels are with a courier or at a hub, and its delivery goes on. */
export const isInCustody = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await first(
    tx,
    sql`select from deliveries where org_id = app_org() and order_id = ${orderId} and closed_as is null
          and custody in ('courier', 'hub')`,
  )) !== undefined;
