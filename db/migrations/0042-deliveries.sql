-- Deliveries are found by the end of the recipient's number, as it is read out.
create index delivery_recipient_phone on delivery (org_id, reverse(recipient ->> 'phone') text_pattern_ops, created_at desc);

-- The newest deliveries whose recipient's number, or whose orders' sender's, ends with these digits. As orders_by_phone.
create function deliveries_by_phone(digits text, most integer) returns setof uuid
  language sql stable security definer rows 60 set search_path = pg_catalog, public, pg_temp
  as $$
    (select id from public.delivery
     where org_id = public.app_org() and digits ~ '^[0-9]{3,15}$'
       and reverse(recipient ->> 'phone') ~>=~ reverse(digits) and reverse(recipient ->> 'phone') ~<~ (reverse(digits) || ':')
     order by created_at desc, id desc
     limit most)
    union
    select id from public.delivery
    where org_id = public.app_org() and order_id = any (array(select public.orders_by_phone(digits, most)))
  $$;
revoke execute on function deliveries_by_phone from public;
grant execute on function deliveries_by_phone to waybill_app;

-- The recipient's wish about the handover: {how, place}; null where they have none.
alter table delivery add column handover jsonb;
