-- When what names a person on either side was overwritten; the delivery, its times and its sums stay.
alter table delivery add column sender_forgotten_at timestamptz, add column recipient_forgotten_at timestamptz;
create index delivery_sender_known on delivery (org_id, window_end, id)
  where sender_forgotten_at is null and state_shown in ('delivered', 'returned', 'cancelled', 'lost', 'disposed');
create index delivery_recipient_known on delivery (org_id, window_end, id)
  where recipient_forgotten_at is null and state_shown in ('delivered', 'returned', 'cancelled', 'lost', 'disposed');

create index delivery_sender_email on delivery (org_id, lower(sender ->> 'email')) where sender ->> 'email' is not null;
create index delivery_recipient_email on delivery (org_id, lower(recipient ->> 'email')) where recipient ->> 'email' is not null;

-- Deliveries with this e-mail address, in small letters, on either side. As deliveries_by_phone.
create function deliveries_by_email(address text, most integer) returns setof uuid
  language sql stable security definer rows 60 set search_path = pg_catalog, public, pg_temp
  as $$
    (select id from public.delivery
     where org_id = public.app_org() and lower(sender ->> 'email') = address and sender ->> 'email' is not null limit most)
    union
    (select id from public.delivery
     where org_id = public.app_org() and lower(recipient ->> 'email') = address and recipient ->> 'email' is not null limit most)
  $$;
revoke execute on function deliveries_by_email from public;
grant execute on function deliveries_by_email to waybill_app;

create index proof_kept on proof (org_id, kept_at, id);
-- Equal pictures are one file: it goes with the last row that names it.
create index proof_of_file on proof (file);

-- Whom deliveries know, for the room that forgets them.
create view known_person as
  select d.org_id, d.id, d.order_id, o.quote_id, d.number, d.state_shown as state, d.created_at, d.sender, d.recipient,
    d.pickup, d.dropoff,
    (select count(*)::int from proof p where p.org_id = d.org_id and p.delivery_id = d.id) as pictures
  from delivery d join sales_order o on o.org_id = d.org_id and o.id = d.order_id;
select publish('known_person');
