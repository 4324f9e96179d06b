import { sql } from "kysely";
import { rows } from "#server/db/db.ts";
import type { World } from "./world.ts";

/** All accounts of an order's payments together, as far as they are not zero. */
export const booksOf = async (world: World, orderId: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await world.db.owner((tx) =>
        rows(
          tx,
          sql<{ account: string; minor: number }>`
            select account, sum(minor)::bigint as minor from ledger_line l join payment p on p.id = l.payment_id
            where p.order_id = ${orderId} group by account having sum(minor) <> 0 order by account`,
        ),
      )
    ).map(({ account, minor }) => [account, minor]),
  );
