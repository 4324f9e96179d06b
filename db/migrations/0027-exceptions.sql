-- One `late` for each delivery in place of one for each of its tasks. The open one of the task that was promised first
-- stays, else the newest resolved one: what somebody settled is not asked again.
with ranked as (
  select org_id, id, row_number() over (partition by org_id, delivery_id
    order by resolved_at desc nulls first, happened_at, id) as place
  from exception where kind = 'late' and delivery_id is not null
), kept as (
  update exception x set key = 'late:' || x.delivery_id from ranked r
  where x.org_id = r.org_id and x.id = r.id and r.place = 1
), closed as (
  update exception x set resolution = 'by-itself', resolved_at = greatest(x.opened_at, now())
  from ranked r where x.org_id = r.org_id and x.id = r.id and r.place > 1 and x.resolved_at is null
  returning x.org_id, x.id, x.resolved_at
)
insert into exception_entry (org_id, exception_id, nth, what, at, resolution)
  select c.org_id, c.id, coalesce(max(e.nth), 0) + 1, 'resolved', c.resolved_at, 'by-itself'
  from closed c left join exception_entry e on e.org_id = c.org_id and e.exception_id = c.id
  group by c.org_id, c.id, c.resolved_at;
