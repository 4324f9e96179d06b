import { isUuid } from "#kernel/id.ts";
import type { Instant } from "#kernel/instant.ts";
import { cursorOf, keyOfCursor } from "#server/db/cursor.ts";
import { BadInput } from "#server/http/problems.ts";

/** When the last row of the page before was made, and its id. */
type RowKey = readonly [at: Instant, id: string];

/** Where a page of a list by time begins; nothing for the first. @throws BadInput for a cursor of another list */
export function pageAfter(list: unknown, cursor: string | undefined): RowKey | undefined {
  if (cursor === undefined) return undefined;
  const [at, id] = keyOfCursor(list, cursor) ?? [];
  if (typeof at === "number" && typeof id === "string" && isUuid(id)) return [at, id];
  throw new BadInput([{ path: "cursor", code: "not-allowed" }]);
}

/** @param found one row more than the page holds, where there are more */
export function pageOf<R, T>(
  list: unknown,
  found: readonly R[],
  limit: number,
  keyOf: (row: R) => RowKey,
  show: (row: R) => T,
): { items: T[]; next: string | null } {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(show),
    next: found.length > limit && last !== undefined ? cursorOf(list, keyOf(last)) : null,
  };
}
