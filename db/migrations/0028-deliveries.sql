-- Tasks also with when a courier arrived and when they reported the outcome: service times are learned from both.
create or replace view tasks as
  select org_id, id, delivery_id, kind, state, courier_id, past_courier_ids, window_start, window_end, ordinal, changed_at,
    arrived_at, to_timestamp((outcome ->> 'occurredAt')::double precision / 1000) as ended_at
  from task;
select publish('tasks');
