import { sql, type RawBuilder } from "kysely";
import { parseHumanNumber } from "#kernel/human-number.ts";
import { parseParcelCode } from "#kernel/parcel-code.ts";
import { phoneDigits } from "#kernel/phone.ts";
import { idsOf, rows, type Tx } from "#server/db/db.ts";
import type { DeliveryRow } from "../../contract/shapes.ts";
import type { Who } from "../access.ts";
import { listColumns, type ListRow, rowOf } from "../rows.ts";
import { searchWords } from "./search-doc.ts";

/** Matches up to here are looked up by the index; words that fit more fill a page by reading along the order. */
const RARE = 500;

/**
 * Conditions of a search on `delivery d`: the number where it is one, however it is typed, or that of a parcel's
 * code; else every word somewhere in number, names or addresses, or the end of a phone number. Words fold to letters and digits only, so nothing needs escaping.
 */
export async function searched(tx: Tx, search: string | undefined): Promise<RawBuilder<unknown>[]> {
  const typed = search ?? "";
  const number = parseHumanNumber(typed) ?? parcelNumber(typed);
  if (number !== undefined) return [sql`d.number = ${number}`];
  const words = searchWords(typed);
  if (words.length === 0) return [];
  const found = await rows(tx, foundBy(words, phoneDigits(typed)));
  const idsOf = (way: Found["way"]) => found.filter((row) => row.way === way).map((row) => row.id);
  const byText = idsOf("text");
  const byPhone = idsOf("phone");
  if (byText.length <= RARE) return [sql`d.id = any (${[...byText, ...byPhone]}::uuid[])`];
  // The planner takes a pattern for rare and would read all rows; of a position it believes that many rows have it.
  const texts = words.map((word) => sql`strpos(d.search_doc, ${word}) > 0`);
  if (byPhone.length === 0) return texts;
  return [sql`(${sql.join(texts, sql` and `)} or d.id = any (${byPhone}::uuid[]))`];
}

interface Found {
  readonly way: "text" | "phone";
  readonly id: string;
}

const foundBy = (words: readonly string[], digits: string | undefined) => {
  const byText = sql<Found>`select 'text' as way, deliveries_like(${[...words]}, ${RARE + 1}) as id`;
  if (digits === undefined) return byText;
  return sql<Found>`${byText} union all select 'phone', deliveries_by_phone(${digits}, ${RARE})`;
};

/** The number of the delivery whose parcel's code this is. */
const parcelNumber = (typed: string): string | undefined =>
  parseHumanNumber((parseParcelCode(typed) ?? "").replace(/-\d+$/, ""));

/** The newest deliveries that a search finds, as rows of a list. Less than three letters find none. */
export async function deliveryRowsFound(
  tx: Tx,
  who: Who,
  search: string,
  most: number,
): Promise<DeliveryRow[]> {
  if (!searchWords(search).some((word) => word.length >= 3)) return [];
  const conditions = await searched(tx, search);
  const found = await rows(
    tx,
    sql<ListRow>`
      select ${listColumns} from delivery d
      where d.org_id = app_org() and ${sql.join(conditions, sql` and `)}
      order by d.created_at desc, d.id desc limit ${most}::int`,
  );
  return found.map((row) => rowOf(row, who));
}

/** Deliveries that one search takes in, the newest first. */
const MOST = 500;

/** Orders by their number, however it is typed, or by the names and addresses of their deliveries. @returns their ids */
export async function ordersFound(tx: Tx, search: string): Promise<string[]> {
  const conditions = await searched(tx, search);
  if (conditions.length === 0) return [];
  return idsOf(
    tx,
    sql`
      select id from sales_order where org_id = app_org() and number = ${parseHumanNumber(search) ?? null}
      union
      (select d.order_id from delivery d
       where d.org_id = app_org() and ${sql.join(conditions, sql` and `)} order by d.created_at desc limit ${MOST})`,
  );
}
