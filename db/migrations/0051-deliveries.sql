-- Since when the parcels lie at the hub; null while they do not.
alter table delivery add column hub_since timestamptz;
update delivery d set hub_since = coalesce((
    select max(e.occurred_at) from event e
    where e.org_id = d.org_id and e.aggregate = 'delivery' and e.aggregate_id = d.id
      and e.type in ('delivery.at_hub', 'delivery.found')), d.created_at)
  where d.custody = 'hub';
create index delivery_at_hub on delivery (org_id, hub_since, id) where custody = 'hub' and closed_as is null;

-- Deliveries whose parcels lie at the hub, for its desk.
create view hub_deliveries as
  select org_id, id, number, order_id, state_shown, version, hub_since, handover, courier_name, search_doc,
    recipient ->> 'name' as recipient_name, recipient ->> 'phone' as recipient_phone, sender ->> 'name' as sender_name,
    jsonb_array_length(parcels) as parcels
  from delivery where custody = 'hub' and closed_as is null;
select publish('hub_deliveries');

-- Windows that are taken: by orders that wait for their payment, and by deliveries that are not cancelled.
create view taken_windows as
  select org_id, id, service_level, window_start from delivery where state_shown <> 'cancelled'
  union all
  select org_id, id, request ->> 'serviceLevel', (request -> 'window' ->> 'start')::timestamptz
  from sales_order where state = 'pending_payment';
select publish('taken_windows');

-- Fees of cancelling by the service level, as they were when it was booked.
alter table delivery add column cancel_terms jsonb not null
  default '{"onTheWay": 50, "atPickup": 100, "least": 3}';
