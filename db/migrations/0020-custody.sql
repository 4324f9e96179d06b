-- Halves of handovers between two couriers, as their phones recorded them, in any order and however late. Both of one code
-- and delivery make the handover.
create table handover_half (
  org_id uuid not null references organization (id),
  -- The phone's command.
  id uuid not null,
  -- Digits made of the giver's secret, the time and the deliveries.
  code text not null,
  side text not null check (side in ('given', 'taken')),
  courier_id uuid not null,
  -- Null where the taker typed the digits: the giver's halves say which parcels.
  delivery_id uuid,
  task_id uuid,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  -- When the other half was there.
  joined_at timestamptz,
  -- When the office was told that it is alone.
  told_at timestamptz,
  primary key (org_id, id),
  check (side = 'taken' or delivery_id is not null),
  check (num_nulls(delivery_id, task_id) in (0, 2))
);
create index handover_half_of_code on handover_half (org_id, code);
create index handover_half_alone on handover_half (org_id, courier_id) where joined_at is null;
select fence('handover_half');

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
  ended_as text check (ended_as in ('sender', 'hub', 'recipient', 'none', 'reopened')),
  primary key (org_id, delivery_id),
  check (num_nulls(bring_to, told_at) in (0, 2)),
  check (num_nulls(ended_at, ended_as) in (0, 2))
);
create index parcel_in_hand_now on parcel_in_hand (org_id, courier_id) where ended_at is null;
select fence('parcel_in_hand');
