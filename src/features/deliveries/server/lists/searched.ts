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
