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
