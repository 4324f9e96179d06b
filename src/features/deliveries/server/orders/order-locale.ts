import { type RawBuilder, sql } from "kysely";
import { first, type Tx } from "#server/db/db.ts";

/** The language of who placed the order, as a part of a statement: their account's, else that of the page they booked on. */
export const localeSql = (orderId: string): RawBuilder<string | null> => sql`
  (select coalesce(p.locale, o.locale) from orders o left join people p on p.org_id = o.org_id and p.id = o.payer_id
   where o.org_id = app_org() and o.id = ${orderId})`;

export const localeOf = async (tx: Tx, orderId: string): Promise<string | null> =>
  (await first(tx, sql<{ locale: string | null }>`select ${localeSql(orderId)} as locale`))?.locale ?? null;
