import { type RawBuilder, sql } from "kysely";
import { isUuid } from "#kernel/id.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { BadInput } from "#server/http/problems.ts";
import { type CursorKey, cursorOf, keyOfCursor } from "./cursor.ts";

export interface PageAsked {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** A total order: one column, then the id. Both are named as the statement names them. */
export interface PageOrder {
  readonly column: string;
  readonly id: string;
  readonly type: "instant" | "text" | "number";
  readonly direction: "asc" | "desc";
}

type RowKey = readonly [value: Instant | string, id: string];

/** One page of a list. The cursor names the last row's place, so rows that come meanwhile neither repeat nor hide others. */
export interface Page {
  /** Ends a statement behind its conditions: `and` later rows, `order by`, and a limit of one row more than the page. */
  readonly rest: RawBuilder<unknown>;
  /** The columns of `order by`. */
  readonly order: RawBuilder<unknown>;
  /** Shows the rows of the page. */
  readonly of: <R, T = R>(
    found: readonly R[],
    keyOf: (row: R) => RowKey,
    show?: (row: R) => T,
  ) => { items: T[]; next: string | null };
  /** The next page's cursor, by the count of rows found and the key of the page's last one. */
  readonly next: (found: number, last: RowKey | undefined) => string | null;
}

/**
 * @param list everything that decides which rows come in which order; a cursor fits no other list
 * @throws BadInput for a cursor of another list
 */
export function pageBy(list: unknown, { cursor, limit }: PageAsked, by: PageOrder): Page {
  const [column, id] = [sql.raw(by.column), sql.raw(by.id)];
  const direction = sql.raw(by.direction);
  const order = sql`${column} ${direction}, ${id} ${direction}`;
  const [value, lastId] = cursor === undefined ? [] : keyOf(keyOfCursor(list, cursor) ?? [], by.type);
  const beyond = sql.raw(by.direction === "asc" ? ">" : "<");
  const after = value && sql`and (${column}, ${id}) ${beyond} (${value}, ${lastId}::uuid)`;
  const next: Page["next"] = (found, last) => (found > limit && last ? cursorOf(list, last) : null);
  return {
    order,
    rest: sql`${after ?? sql``} order by ${order} limit ${limit + 1}`,
    next,
    of: (found, keyOfRow, show) => {
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      // Safe: without `show` a row is shown as it was found.
      const items = show ? shown.map(show) : (shown as never[]);
      return { items, next: next(found.length, last && keyOfRow(last)) };
    },
  };
}

/** A page of a list by time, the newest first. @throws BadInput for a cursor of another list */
export const newestFirst = (
  list: unknown,
  asked: PageAsked,
  [column, id]: readonly [column: string, id: string],
): Page => pageBy(list, asked, { column, id, type: "instant", direction: "desc" });

function keyOf([value, id]: CursorKey, type: PageOrder["type"]): [RawBuilder<unknown>, string] {
  if (typeof id === "string" && isUuid(id)) {
    if (type === "instant" && typeof value === "number") return [sql`${toIso(value)}::timestamptz`, id];
    if (type === "number" && typeof value === "number") return [sql`${value}::bigint`, id];
    if (type === "text" && typeof value === "string") return [sql`${value}::text`, id];
  }
  throw new BadInput([{ path: "cursor", code: "not-allowed" }]);
}
