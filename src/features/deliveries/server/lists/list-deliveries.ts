import { sql, type RawBuilder } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { toIso, type Instant } from "#kernel/instant.ts";
import { addDays, instantAt, type LocalDate } from "#kernel/local-time.ts";
import { zoneOf } from "#features/quotes/server/public.ts";
import { first, idsOf, type Tx } from "#server/db/db.ts";
import { type Page, type PageOrder, pageBy } from "#server/db/page.ts";
import { BadInput } from "#server/http/problems.ts";
import type { Context } from "#server/http/route.ts";
import { Written } from "#server/http/written.ts";
import type { deliveriesApi } from "../../contract/api.ts";
import { DELIVERY_STATES } from "../../domain/state.ts";
import { rowJson } from "../rows.ts";
import { searched } from "./searched.ts";

type Asked = ParsedOf<typeof deliveriesApi.listDeliveries>;

/** All deliveries that fit, page by page. */
export async function listDeliveries(
  asked: Asked,
  context: Context,
): Promise<Written<ReplyOf<typeof deliveriesApi.listDeliveries>>> {
  const { cursor, limit, ...list } = asked;
  const page = pageBy(list, { cursor, limit }, { ...SORTS[asked.sort], id: "d.id", direction: asked.order });
  const states = statesOf(asked.states);
  const written = await context.db.read(context.actor, async (tx) =>
    first(tx, pageOf(context, asked, page, await conditionsOf(tx, context, asked, states))),
  );
  if (!written) throw new Error("a page is always one row");
  const { items, found, key, id } = written;
  const next = page.next(found, key === null || id === null ? undefined : [key, id]);
  return new Written(`{"items":${items},"next":${JSON.stringify(next)}}`);
}

/** Filter and order of the list, without its pages. */
type Filter = Omit<Asked, "cursor" | "limit">;

/** Ids of the first deliveries that fit, in the order of the list. @throws BadInput on a state that there is not */
export async function deliveriesFound(
  tx: Tx,
  context: Context,
  asked: Filter,
  most: number,
): Promise<string[]> {
  const order = { ...SORTS[asked.sort], id: "d.id", direction: asked.order };
  const page = pageBy({ ...asked }, { cursor: undefined, limit: most }, order);
  const conditions = await conditionsOf(tx, context, asked, statesOf(asked.states));
  return idsOf(
    tx,
    sql`
      select d.id from delivery d
      where ${sql.join([sql`d.org_id = app_org()`, ...conditions], sql` and `)}
      order by ${page.order} limit ${most}::int`,
  );
}

async function conditionsOf(
  tx: Tx,
  { actor }: Context,
  asked: Filter,
  states: readonly string[] | undefined,
): Promise<Condition[]> {
  return [
    ...filters(asked, states),
    ...(await searched(tx, asked.search)),
    ...(await dates(tx, actor.orgId, asked)),
  ];
}

/** One page: its rows as JSON, how many were found with one beyond, and the sort key of its last row. */
interface WrittenPage {
  readonly items: string;
  readonly found: number;
  readonly key: Instant | string | null;
  readonly id: string | null;
}

type Condition = RawBuilder<unknown>;

const SORTS: Readonly<Record<Asked["sort"], Pick<PageOrder, "column" | "type">>> = {
  window: { column: "d.window_start", type: "instant" },
  created: { column: "d.created_at", type: "instant" },
  number: { column: "d.number", type: "text" },
};

function pageOf(context: Context, { sort, limit }: Asked, page: Page, conditions: readonly Condition[]) {
  return sql<WrittenPage>`
    select coalesce(json_agg(${rowJson(context)} order by d.nth) filter (where d.nth <= ${limit}), '[]')::text as items,
      count(*)::int as found, (array_agg(${sql.raw(SORTS[sort].column)} order by d.nth))[${limit}::int] as key,
      (array_agg(d.id order by d.nth))[${limit}::int] as id
    from (
      select row_number() over (order by ${page.order}) as nth, d.*
      from delivery d
      where ${sql.join([sql`d.org_id = app_org()`, ...conditions], sql` and `)} ${page.rest}) d`;
}

/** @throws BadInput on a state that there is not */
function statesOf(joined: string | undefined): string[] | undefined {
  const states = joined?.split(",");
  const known = new Set<string>(DELIVERY_STATES);
  if (states?.some((state) => !known.has(state)))
    throw new BadInput([{ path: "states", code: "not-allowed" }]);
  return states;
}

function filters({ courierId }: Filter, states: readonly string[] | undefined): Condition[] {
  return [
    ...(states ? [sql`d.state_shown = any (${[...states]})`] : []),
    ...(courierId === undefined ? [] : [sql`d.courier_id = ${courierId}`]),
  ];
}

/** Local days of the area, both included, by the start of the promised window. */
async function dates(tx: Tx, orgId: string, { from, to }: Filter): Promise<Condition[]> {
  if (from === undefined && to === undefined) return [];
  const zone = await zoneOf(tx, orgId);
  const midnight = (date: LocalDate) => toIso(instantAt(date, "00:00", zone));
  return [
    ...(from === undefined ? [] : [sql`d.window_start >= ${midnight(from)}`]),
    ...(to === undefined ? [] : [sql`d.window_start < ${midnight(addDays(to, 1))}`]),
  ];
}
