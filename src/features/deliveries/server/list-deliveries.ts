import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { isUuid } from "#kernel/id.ts";
import { toIso } from "#kernel/instant.ts";
import { addDays, instantAt } from "#kernel/local-time.ts";
import type { LocalDate } from "#kernel/local-time.ts";
import { Refusal } from "#kernel/refusal.ts";
import { zoneOf } from "#features/quotes/server/public.ts";
import { cursorOf, keyOfCursor } from "#server/db/cursor.ts";
import type { CursorKey } from "#server/db/cursor.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { BadInput } from "#server/http/problems.ts";
import type { Context } from "#server/http/route.ts";
import type { deliveriesApi } from "../contract/api.ts";
import { DELIVERY_STATES } from "../domain/state.ts";
import { listColumns, rowOf } from "./rows.ts";
import type { ListRow } from "./rows.ts";
import { searched } from "./searched.ts";

type Asked = ParsedOf<typeof deliveriesApi.listDeliveries>;

/**
 * All deliveries that fit, page by page. The cursor names the last row's place in this very order, so rows that come
 * meanwhile neither repeat nor hide any other.
 *
 * @throws Refusal `deliveries.bad-cursor`
 */
export async function listDeliveries(
  asked: Asked,
  context: Context,
): Promise<ReplyOf<typeof deliveriesApi.listDeliveries>> {
  const { cursor, limit, ...list } = asked;
  const after = cursor === undefined ? undefined : afterCursor(list, cursor);
  const states = statesOf(asked.states);
  const found = await context.db.as(context.actor, async (tx) => {
    const conditions = [
      ...filters(asked, states),
      ...(await searched(tx, asked.search)),
      ...(await dates(tx, context.actor.orgId, asked)),
    ];
    return rows(tx, pageOf(context.actor.orgId, asked, [...conditions, ...(after ? [after] : [])]));
  });
  const last = found[limit - 1];
  return {
    items: found.slice(0, limit).map((row) => rowOf(row, context)),
    next: found.length > limit && last ? cursorOf(list, [SORTS[asked.sort].value(last), last.id]) : null,
  };
}

type Condition = RawBuilder<unknown>;

interface Sort {
  readonly column: string;
  readonly value: (row: ListRow) => string | number;
  /** The value as the column's type, or nothing where it is none. */
  readonly parse: (value: unknown) => Condition | undefined;
}

const instant = (value: unknown): Condition | undefined =>
  typeof value === "number" && Math.abs(value) < 8.64e15 ? sql`${toIso(value)}::timestamptz` : undefined;
const text = (value: unknown): Condition | undefined =>
  typeof value === "string" ? sql`${value}` : undefined;

const SORTS: Readonly<Record<Asked["sort"], Sort>> = {
  window: { column: "d.window_start", value: (row) => row.windowStart, parse: instant },
  created: { column: "d.created_at", value: (row) => row.createdAt, parse: instant },
  number: { column: "d.number", value: (row) => row.number, parse: text },
};

function pageOf(orgId: string, { sort, order, limit }: Asked, conditions: readonly Condition[]) {
  const column = sql.raw(SORTS[sort].column);
  const direction = sql.raw(order);
  return sql<ListRow>`
    select ${listColumns} from delivery d
    where ${sql.join([sql`d.org_id = ${orgId}`, ...conditions], sql` and `)}
    order by ${column} ${direction}, d.id ${direction} limit ${limit + 1}`;
}

function afterCursor(list: Omit<Asked, "cursor" | "limit">, cursor: string): Condition {
  const key: CursorKey = keyOfCursor(list, cursor) ?? [];
  const { column, parse } = SORTS[list.sort];
  const [value, id] = [parse(key[0]), key[1]];
  if (!value || typeof id !== "string" || !isUuid(id)) throw new Refusal("deliveries.bad-cursor");
  const beyond = sql.raw(list.order === "asc" ? ">" : "<");
  return sql`(${sql.raw(column)}, d.id) ${beyond} (${value}, ${id}::uuid)`;
}

/** @throws BadInput on a state that there is not */
function statesOf(joined: string | undefined): string[] | undefined {
  const states = joined?.split(",");
  const known = new Set<string>(DELIVERY_STATES);
  if (states?.some((state) => !known.has(state)))
    throw new BadInput([{ path: "states", code: "not-allowed" }]);
  return states;
}

function filters({ courierId }: Asked, states: readonly string[] | undefined): Condition[] {
  return [
    ...(states ? [sql`d.state_shown = any (${[...states]})`] : []),
    ...(courierId === undefined ? [] : [sql`d.courier_id = ${courierId}`]),
  ];
}

/** Local days of the area, both included, by the start of the promised window. */
async function dates(tx: Tx, orgId: string, { from, to }: Asked): Promise<Condition[]> {
  if (from === undefined && to === undefined) return [];
  const zone = await zoneOf(tx, orgId);
  const midnight = (date: LocalDate) => toIso(instantAt(date, "00:00", zone));
  return [
    ...(from === undefined ? [] : [sql`d.window_start >= ${midnight(from)}`]),
    ...(to === undefined ? [] : [sql`d.window_start < ${midnight(addDays(to, 1))}`]),
  ];
}
