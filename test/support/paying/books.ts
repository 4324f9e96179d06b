import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { World } from "../world.ts";

/** All accounts of an order's payments together, as far as they are not zero. */
export const booksOf = (world: World, orderId: string): Promise<Record<string, number>> =>
  balances(world, sql`p.order_id = ${orderId}`);

/** All accounts of one payment, as far as they are not zero. */
export const booksOfPayment = (world: World, paymentId: string): Promise<Record<string, number>> =>
  balances(world, sql`p.id = ${paymentId}`);

async function balances(world: World, which: RawBuilder<unknown>): Promise<Record<string, number>> {
  const lines = await world.run(sql<{ account: string; minor: number }>`
    select account, sum(minor)::bigint as minor from ledger_line l join payment p on p.id = l.payment_id
    where ${which} group by account having sum(minor) <> 0 order by account`);
  return Object.fromEntries(lines.map(({ account, minor }) => [account, minor]));
}
