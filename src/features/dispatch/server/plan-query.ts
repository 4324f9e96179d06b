import { sql, type RawBuilder } from "kysely";
import type { Day } from "./day.ts";

/**
 * Every task on the plan of a day with its place in it: what lies on a route of that day, what couriers still have to
 * do from earlier days or without a stop, and what they ended that day against the plan. Those left over come first. A stop on a route of somebody who no longer
 * has the task does not count: whose a task is, the task says.
 *
 * Columns: task (id, delivery_id, kind, state, courier_id, window_start, window_end), reached_at, seq from 1 per courier.
 */
export function plannedTasks(day: Day, couriers: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  return sql`
    select p.id, p.delivery_id, p.kind, p.state, p.courier_id, p.window_start, p.window_end,
           coalesce(p.ended_at, case when p.state = 'arrived' then p.arrived_at end) as reached_at,
           row_number() over (partition by p.courier_id
             order by p.service_date nulls last, p.seq, p.window_start, p.delivery_id, p.ordinal)::int as seq
    from (
      select t.*, r.service_date, s.seq
      from route r
      join stop s on s.org_id = r.org_id and s.route_id = r.id
      join tasks t on t.org_id = s.org_id and t.id = s.task_id and t.courier_id = r.courier_id
      where r.org_id = app_org() and r.service_date = ${day.date} and t.state <> 'cancelled'
      union all
      select t.*, r.service_date, s.seq
      from tasks t
      left join (stop s join route r on r.org_id = s.org_id and r.id = s.route_id)
        on s.org_id = t.org_id and s.task_id = t.id and r.courier_id = t.courier_id
      where t.org_id = app_org() and t.state in ('assigned', 'en_route', 'arrived') and t.courier_id is not null
        and t.window_start < ${day.end} and t.window_start >= ${day.floor}
        and (r.id is null or r.service_date < ${day.date})
      union all
      select t.*, null::date, null::int
      from tasks t
      where t.org_id = app_org() and t.state in ('succeeded', 'failed') and t.courier_id is not null
        and t.changed_at >= ${day.start} and t.changed_at < ${day.end}
        and not exists (
          select from stop s join route r on r.org_id = s.org_id and r.id = s.route_id
          where s.org_id = t.org_id and s.task_id = t.id and r.courier_id = t.courier_id)
    ) p
    where ${couriers}`;
}
