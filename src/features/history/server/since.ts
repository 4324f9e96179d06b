import { type RawBuilder, sql } from "kysely";
import { isoText } from "#server/db/iso-text.ts";

/**
 * The first change since of a thing that a command `c` of the table changed, as one row of JSON or none. Routes say so
 * themselves: an undo puts back single stops of them. A pin is about its delivery. What was undone, and the undo, count as nothing.
 */
export const changedSince: RawBuilder<unknown> = sql`
  select json_build_object('by', e.actor_name, 'at', ${isoText("e.recorded_at")}, 'kind', k.kind,
    'number', (select d.number from deliveries d where d.org_id = e.org_id and d.id = e.aggregate_id)) as since
  from jsonb_to_recordset(c.things) as t (a text, i uuid)
  cross join lateral (
    select t.a as aggregate union all select 'pin' where t.a = 'delivery') as about
  join event e on e.org_id = c.org_id and e.aggregate = about.aggregate and e.aggregate_id = t.i and e.position > c.mark
  left join desk_command k on k.org_id = e.org_id and k.xid = e.xid
  where t.a not in ('route', 'desk-command') and e.xid <> c.xid and k.undone_at is null and k.kind is distinct from 'undo'
  order by e.position limit 1`;
