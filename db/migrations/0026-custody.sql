-- Parcels that a courier collected although their delivery was cancelled meanwhile: from the refused report to the act that
-- ends it. The delivery stays cancelled.
create table parcel_in_hand (
  org_id uuid not null references organization (id),
  delivery_id uuid not null,
  -- The pickup that was reported.
  task_id uuid not null,
  courier_id uuid not null,
  -- Exception of the refused report.
  key text not null,
  since timestamptz not null,
  -- Where dispatch wants them; null until it decided.
  bring_to text check (bring_to in ('sender', 'hub')),
  told_at timestamptz,
  -- When the office was last reminded that nobody recorded the end.
  reminded_at timestamptz,
  ended_at timestamptz,
  ended_as text check (ended_as in ('sender', 'hub', 'recipient', 'none')),
  primary key (org_id, delivery_id),
  check (num_nulls(bring_to, told_at) in (0, 2)),
  check (num_nulls(ended_at, ended_as) in (0, 2))
);
create index parcel_in_hand_now on parcel_in_hand (org_id, courier_id) where ended_at is null;
insert into parcel_in_hand (org_id, delivery_id, task_id, courier_id, key, since)
  select org_id, delivery_id, task_id, courier_id, key, happened_at from exception
  where kind = 'command_refused' and resolved_at is null and facts ->> 'code' = 'courier.parcel-in-hand'
    and facts ->> 'closedAs' = 'cancelled' and facts ->> 'kind' = 'collect' and courier_id is not null
  on conflict do nothing;
select fence('parcel_in_hand');

alter table exception drop constraint exception_kind_check;
alter table exception add constraint exception_kind_check check (kind in ('plan_conflict', 'proof_missing',
  'command_refused', 'phone_began_anew', 'late', 'stopped_moving', 'no_position', 'missing_parcel', 'foreign_parcel',
  'handover_given', 'handover_taken', 'parcel_in_hand'));
