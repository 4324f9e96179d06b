-- The person of the office who entered an order for a caller: such an order needs no account and no booking key.
alter table sales_order add column entered_by uuid;
alter table sales_order drop constraint sales_order_check;
alter table sales_order add constraint sales_order_placed
  check (payer_id is not null or booking_key_hash is not null or entered_by is not null);

-- Callers are found by the end of their number, as it is read out.
create index order_sender_phone on sales_order (org_id, reverse(sender ->> 'phone') text_pattern_ops, created_at desc);

-- The newest orders of senders whose number ends with these digits. As deliveries_like: behind row-level security the
-- index cannot be used, so this runs as the owner and fences by itself.
create function orders_by_phone(digits text, most integer) returns setof uuid
  language sql stable security definer rows 60 set search_path = pg_catalog, public, pg_temp
  as $$
    select id from public.sales_order
    where org_id = public.app_org() and digits ~ '^[0-9]{3,15}$'
      and reverse(sender ->> 'phone') like reverse(digits) || '%'
    order by created_at desc, id desc
    limit most
  $$;
revoke execute on function orders_by_phone from public;
grant execute on function orders_by_phone to waybill_app;
