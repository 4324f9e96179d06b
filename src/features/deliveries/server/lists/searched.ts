import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { parseHumanNumber } from "#kernel/human-number.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { searchWords } from "./search-doc.ts";

/** Matches up to here are looked up by the index; words that fit more fill a page by reading along the order. */
const RARE = 500;

/**
 * Conditions of a search on `delivery d`: the number where it is one, however it is typed; else every word
 * somewhere in number, names or addresses. Words fold to letters and digits only, so nothing needs escaping.
 */
export async function searched(tx: Tx, search: string | undefined): Promise<RawBuilder<unknown>[]> {
  const number = parseHumanNumber(search ?? "");
  if (number !== undefined) return [sql`d.number = ${number}`];
  const words = searchWords(search ?? "");
  if (words.length === 0) return [];
  const found = await rows(tx, sql<{ id: string }>`select deliveries_like(${words}, ${RARE + 1}) as id`);
  if (found.length <= RARE) return [sql`d.id = any (${found.map((row) => row.id)}::uuid[])`];
  // The planner takes a pattern for rare and would read all rows; of a position it believes that many rows have it.
  return words.map((word) => sql`strpos(d.search_doc, ${word}) > 0`);
}

/** Deliveries that one search takes in, the newest first. */
const MOST = 500;

/** Orders by their number, however it is typed, or by the names and addresses of their deliveries. @returns their ids */
export async function ordersFound(tx: Tx, search: string): Promise<string[]> {
  const conditions = await searched(tx, search);
  if (conditions.length === 0) return [];
  const found = await rows(
    tx,
    sql<{ id: string }>`
      select id from sales_order where org_id = app_org() and number = ${parseHumanNumber(search) ?? null}
      union
      (select d.order_id from delivery d
       where d.org_id = app_org() and ${sql.join(conditions, sql` and `)} order by d.created_at desc limit ${MOST})`,
  );
  return found.map(({ id }) => id);
}
