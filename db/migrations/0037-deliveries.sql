-- The sender's name as it is searched, with a space before it: callers are found by a part of it.
alter table sales_order add column sender_doc text not null default '';
-- The second part of a delivery's text is the sender's name, folded in the same way.
update sales_order o set sender_doc = ' ' || split_part(d.search_doc, ' | ', 2)
  from delivery d where d.org_id = o.org_id and d.order_id = o.id;
create index order_sender on sales_order using gin (sender_doc gin_trgm_ops);
create index order_newest on sales_order (org_id, created_at desc, id desc);

-- Some orders whose sender's name fits every pattern, as deliveries_like does it.
create function orders_by_sender(patterns text[], most integer) returns setof uuid
  language sql stable security definer rows 100 set search_path = pg_catalog, public, pg_temp
  as $$
    select id from public.sales_order
    where org_id = public.app_org()
      and sender_doc like patterns[1]
      and sender_doc like coalesce(patterns[2], patterns[1])
      and sender_doc like coalesce(patterns[3], patterns[1])
      and (cardinality(patterns) < 4 or (select bool_and(sender_doc like pattern) from unnest(patterns) as pattern))
    limit most
  $$;
revoke execute on function orders_by_sender from public;
grant execute on function orders_by_sender to waybill_app;

-- A pattern that comes as a parameter uses no index; a range does, whichever digits it is asked for.
create or replace function orders_by_phone(digits text, most integer) returns setof uuid
  language sql stable security definer rows 60 set search_path = pg_catalog, public, pg_temp
  as $$
    select id from public.sales_order
    where org_id = public.app_org() and digits ~ '^[0-9]{3,15}$'
      and reverse(sender ->> 'phone') ~>=~ reverse(digits) and reverse(sender ->> 'phone') ~<~ (reverse(digits) || ':')
    order by created_at desc, id desc
    limit most
  $$;
