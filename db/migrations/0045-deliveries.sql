-- Deliveries and tasks also with what reports count: price, and who ended a try and why.
create or replace view deliveries as
  select org_id, id, number, order_id, payer_id, recipient, pickup, dropoff, parcels, service_level, window_start, window_end,
    pickup_start, pickup_end, custody, closed_as, state_shown, cancel_fee_minor, created_at, version, total_minor, currency
  from delivery;
select publish('deliveries');

create or replace view tasks as
  select org_id, id, delivery_id, kind, state, courier_id, past_courier_ids, window_start, window_end, ordinal, changed_at,
    arrived_at, to_timestamp((outcome ->> 'occurredAt')::double precision / 1000) as ended_at,
    outcome ->> 'reason' as reason, outcome ->> 'fault' as fault
  from task;
select publish('tasks');
