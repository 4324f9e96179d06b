import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { codeOf, first, rows, type Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { View, viewsApi } from "../contract/api.ts";
import {
  MOST_SHARED,
  MOST_VIEWS,
  type SearchParser,
  type ViewPage,
  canonicalSearch,
} from "../domain/canonical.ts";

export type Parsers = Readonly<Record<ViewPage, SearchParser>>;
type Views = ReplyOf<typeof viewsApi.listViews>;

/** Lists the caller's views of a page, and those that are shared. */
export const listViews = ({ page }: ParsedOf<typeof viewsApi.listViews>, context: Context): Promise<Views> =>
  context.db.read(context.actor, (tx) => viewsOf(tx, context, page));

async function viewsOf(tx: Tx, { actor, scope }: Context, page: ViewPage): Promise<Views> {
  const me = actor.userId ?? null;
  const views = await rows(
    tx,
    sql<View>`
      select v.id, v.name, v.query, v.shared, case when v.owner_id <> ${me} then p.name end as owner,
        d.view_id is not null as "isDefault", v.owner_id = ${me} or (${scope === "org"} and v.shared) as "mayDelete"
      from saved_view v
      join people p on p.org_id = v.org_id and p.id = v.owner_id
      left join default_view d on d.org_id = v.org_id and d.person_id = ${me} and d.view_id = v.id
      where v.org_id = app_org() and v.page = ${page} and (v.owner_id = ${me} or v.shared)
      order by lower(v.name), v.id`,
  );
  return { views };
}

/** Keeps a filter under a name; the call's key is its id. @throws Refusal `views.bad-query`, `views.name-taken`, `views.too-many` */
export const saveView =
  (parsers: Parsers) =>
  ({ page, name, query, shared }: ParsedOf<typeof viewsApi.saveView>, context: Context): Promise<Views> => {
    const { actor, db, now, key } = context;
    return db.as(actor, async (tx) => {
      await lockViews(tx, page);
      await unlessTaken(() =>
        sql`
          insert into saved_view (org_id, id, owner_id, page, name, query, shared, changed_at)
          values (app_org(), ${key}, ${actor.userId ?? null}, ${page}, ${name}, ${checked(parsers, page, query)}, ${shared},
            ${toIso(now)})
          on conflict (org_id, id) do nothing`.execute(tx),
      );
      await unlessTooMany(tx, context, page);
      return viewsOf(tx, context, page);
    });
  };

/** Changes one's own view. @throws Refusal `views.not-found` and those of saving */
export const changeView =
  (parsers: Parsers) =>
  ({ id, name, query, shared }: ParsedOf<typeof viewsApi.changeView>, context: Context): Promise<Views> => {
    const { actor, db, now } = context;
    return db.as(actor, async (tx) => {
      const found = await first(
        tx,
        sql<{ page: ViewPage }>`
          select page from saved_view where org_id = app_org() and id = ${id} and owner_id = ${actor.userId ?? null}`,
      );
      if (!found) throw new Refusal("views.not-found", { id });
      const { page } = found;
      await lockViews(tx, page);
      await unlessTaken(() =>
        sql`
          update saved_view set name = ${name}, query = ${checked(parsers, page, query)}, shared = ${shared},
            changed_at = ${toIso(now)}
          where org_id = app_org() and id = ${id} and owner_id = ${actor.userId ?? null}`.execute(tx),
      );
      // A view that is no longer shared ends as the default of others.
      if (!shared)
        await sql`delete from default_view where org_id = app_org() and view_id = ${id}
                    and person_id <> ${actor.userId ?? null}`.execute(tx);
      await unlessTooMany(tx, context, page);
      return viewsOf(tx, context, page);
    });
  };

/** Deletes a view, also where it is somebody's default. @throws Refusal `views.not-found` */
export async function deleteView(
  { id }: ParsedOf<typeof viewsApi.deleteView>,
  { actor, scope, db }: Context,
): Promise<Record<string, never>> {
  await db.as(actor, async (tx) => {
    const gone = await first(
      tx,
      sql`delete from saved_view where org_id = app_org() and id = ${id}
            and (owner_id = ${actor.userId ?? null} or (${scope === "org"} and shared)) returning id`,
    );
    if (!gone) throw new Refusal("views.not-found", { id });
  });
  return {};
}

/** Chooses the view with which the caller's page opens. @throws Refusal `views.not-found` */
export function chooseDefaultView(
  { page, id }: ParsedOf<typeof viewsApi.chooseDefaultView>,
  context: Context,
): Promise<Views> {
  const { actor, db } = context;
  const me = actor.userId ?? null;
  return db.as(actor, async (tx) => {
    await sql`delete from default_view where org_id = app_org() and person_id = ${me} and page = ${page}`.execute(
      tx,
    );
    if (id !== null) {
      const chosen = await first(
        tx,
        sql`insert into default_view (org_id, person_id, page, view_id)
            select app_org(), ${me}, page, id from saved_view
            where org_id = app_org() and id = ${id} and page = ${page} and (owner_id = ${me} or shared)
            on conflict (org_id, person_id, page) do update set view_id = excluded.view_id returning view_id`,
      );
      if (!chosen) throw new Refusal("views.not-found", { id });
    }
    return viewsOf(tx, context, page);
  });
}

function checked(parsers: Parsers, page: ViewPage, query: string): string {
  const canonical = canonicalSearch(page, parsers[page], Object.fromEntries(new URLSearchParams(query)));
  if (canonical === undefined) throw new Refusal("views.bad-query", { field: "query" });
  return new URLSearchParams(canonical).toString();
}

/** Views of a page are written one after the other, so that they can be counted. */
const lockViews = (tx: Tx, page: ViewPage) =>
  sql`select pg_advisory_xact_lock(hashtextextended('views ' || app_org()::text || ${page}, 0))`.execute(tx);

async function unlessTaken(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw codeOf(error) === "23505" ? new Refusal("views.name-taken", { field: "name" }) : error;
  }
}

async function unlessTooMany(tx: Tx, { actor }: Context, page: ViewPage): Promise<void> {
  const count = await first(
    tx,
    sql<{ own: number; shared: number }>`
      select count(*) filter (where owner_id = ${actor.userId ?? null})::int as own,
        count(*) filter (where shared)::int as shared
      from saved_view where org_id = app_org() and page = ${page}`,
  );
  if (!count || count.own > MOST_VIEWS || count.shared > MOST_SHARED) throw new Refusal("views.too-many");
}
