import { type RawBuilder, sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { DESK_KINDS, type DeskKind, deskKinds } from "#contract/desk-commands.ts";
import { dayOf } from "#features/dispatch/server/public.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { newestFirst } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import type { DeskCommand, historyApi } from "../contract/api.ts";
import { changedSince } from "./since.ts";

interface Row extends Omit<DeskCommand, "at" | "undo"> {
  readonly at: Instant;
  readonly hasInverse: boolean;
  readonly undoneAt: Instant | null;
  readonly undoneBy: string | null;
  readonly since: Extract<DeskCommand["undo"], { state: "moved-on" }>["since"] | null;
}

/** Lists a day's commands, the newest first, page by page. */
export async function listHistory(
  { cursor, limit, date: asked, personId: named, mine, group }: ParsedOf<typeof historyApi.listHistory>,
  { db, actor, now }: Pick<Context, "db" | "actor" | "now">,
): Promise<ReplyOf<typeof historyApi.listHistory>> {
  const personId = mine ? actor.userId : named;
  return db.read(actor, async (tx) => {
    const { date, timezone, start, end, isToday } = await dayOf(tx, actor.orgId, now, asked);
    const page = newestFirst({ list: "history", date, personId, group }, { cursor, limit }, ["c.at", "c.id"]);
    const kinds = group === undefined ? [] : deskKinds().filter((kind) => DESK_KINDS[kind].group === group);
    const filters: RawBuilder<unknown>[] = [
      ...(personId === undefined ? [] : [sql`and c.actor_id = ${personId}`]),
      ...(group === undefined ? [] : [sql`and c.kind = any (${kinds})`]),
    ];
    const found = await rows(
      tx,
      sql<Row>`
        select c.id, c.at, c.kind, c.inverse is not null as "hasInverse", c.undone_at as "undoneAt",
          json_build_object('id', c.actor_id, 'name',
            (select p.name from people p where p.org_id = c.org_id and p.id = c.actor_id)) as by,
          (select p.name from people p where p.org_id = c.org_id and p.id = c.undone_by) as "undoneBy",
          coalesce((select json_agg(json_build_object('id', d.id, 'number', d.number) order by d.number)
            from (select d.id, d.number from jsonb_to_recordset(c.things) as t (a text, i uuid)
              join deliveries d on d.org_id = c.org_id and d.id = t.i
              where t.a in ('delivery', 'pin') order by d.number limit 3) d), '[]') as deliveries,
          (select count(distinct t.i)::int from jsonb_to_recordset(c.things) as t (a text, i uuid)
            where t.a in ('delivery', 'pin')) as count,
          (select p.name from people p where p.org_id = c.org_id
            and p.courier_id = (c.facts ->> 'courierId')::uuid) as courier,
          c.facts ->> 'toDate' as "toDate",
          (select u.kind from desk_command u where u.org_id = c.org_id and u.id = (c.facts ->> 'id')::uuid) as undid,
          s.since
        from desk_command c
        left join lateral (${changedSince}) s on c.inverse is not null and c.undone_at is null
        where c.org_id = app_org() and c.at >= ${start} and c.at < ${end}
          ${sql.join(filters, sql` `)} ${page.rest}`,
    );
    const shown = page.of(
      found,
      (row) => [row.at, row.id],
      (row) => ({ ...plain(row), at: toIso(row.at), undo: undoOf(row, isToday) }),
    );
    return { ...shown, date, timezone };
  });
}

const plain = ({ id, by, kind, deliveries, count, courier, toDate, undid }: Row) => ({
  id,
  by,
  kind,
  deliveries,
  count,
  courier,
  toDate,
  undid,
});

function undoOf({ kind, hasInverse, undoneAt, undoneBy, since }: Row, isToday: boolean): DeskCommand["undo"] {
  if (undoneAt !== null) return { state: "done", by: undoneBy, at: toIso(undoneAt) };
  if (!hasInverse) return { state: "none", why: DESK_KINDS[kind satisfies DeskKind].why };
  if (!isToday) return { state: "day-over" };
  return since === null ? { state: "possible" } : { state: "moved-on", since };
}
