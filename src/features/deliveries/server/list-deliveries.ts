import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { isUuid } from "#kernel/id.ts";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { addDays, instantAt } from "#kernel/local-time.ts";
import type { LocalDate } from "#kernel/local-time.ts";
import { Refusal } from "#kernel/refusal.ts";
import { zoneOf } from "#features/quotes/server/public.ts";
import { cursorOf, keyOfCursor } from "#server/db/cursor.ts";
import type { CursorKey } from "#server/db/cursor.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { BadInput } from "#server/http/problems.ts";
import type { Context } from "#server/http/route.ts";
import { Written } from "#server/http/written.ts";
import type { deliveriesApi } from "../contract/api.ts";
import { DELIVERY_STATES } from "../domain/state.ts";
import { rowJson } from "./rows.ts";
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
): Promise<Written<ReplyOf<typeof deliveriesApi.listDeliveries>>> {
  const { cursor, limit, ...list } = asked;
  const after = cursor === undefined ? undefined : afterCursor(list, cursor);
  const states = statesOf(asked.states);
  const page = await context.db.read(context.actor, async (tx) => {
    const conditions = [
      ...filters(asked, states),
      ...(await searched(tx, asked.search)),
      ...(await dates(tx, context.actor.orgId, asked)),
    ];
    return first(tx, pageOf(context, asked, [...conditions, ...(after ? [after] : [])]));
  });
  if (!page) throw new Error("a page is always one row");
  const { items, found, key, id } = page;
  const next = found > limit && key !== null && id !== null ? cursorOf(list, [key, id]) : null;
  return new Written(`{"items":${items},"next":${JSON.stringify(next)}}`);
}

/** One page: its rows as JSON, how many were found with one beyond, and the sort key of its last row. */
interface Page {
  readonly items: string;
  readonly found: number;
  readonly key: Instant | string | null;
  readonly id: string | null;
}

type Condition = RawBuilder<unknown>;

interface Sort {
  readonly column: string;
  /** The value as the column's type, or nothing where it is none. */
  readonly parse: (value: unknown) => Condition | undefined;
}

const instant = (value: unknown): Condition | undefined =>
  typeof value === "number" && Math.abs(value) < 8.64e15 ? sql`${toIso(value)}::timestamptz` : undefined;
const text = (value: unknown): Condition | undefined =>
  typeof value === "string" ? sql`${value}` : undefined;

const SORTS: Readonly<Record<Asked["sort"], Sort>> = {
  window: { column: "d.window_start", parse: instant },
  created: { column: "d.created_at", parse: instant },
  number: { column: "d.number", parse: text },
};

function pageOf(context: Context, { sort, order, limit }: Asked, conditions: readonly Condition[]) {
  const column = sql.raw(SORTS[sort].column);
  const direction = sql.raw(order);
  const { orgId } = context.actor;
  return sql<Page>`
    select coalesce(json_agg(${rowJson(context)} order by d.nth) filter (where d.nth <= ${limit}), '[]')::text as items,
      count(*)::int as found, (array_agg(${column} order by d.nth))[${limit}::int] as key,
      (array_agg(d.id order by d.nth))[${limit}::int] as id
    from (
      select row_number() over (order by ${column} ${direction}, d.id ${direction}) as nth, d.*
      from delivery d
      where ${sql.join([sql`d.org_id = ${orgId}`, ...conditions], sql` and `)}
      order by ${column} ${direction}, d.id ${direction} limit ${limit + 1}) d`;
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
