-- Work that a person has to settle. `key` names the happening: the same key is the same row, also when it opens again.
create table exception (
  org_id uuid not null references organization (id),
  id uuid not null,
  key text not null check (length(key) between 3 and 200),
  kind text not null check (kind in ('plan_conflict', 'proof_missing', 'command_refused', 'phone_began_anew', 'late',
    'stopped_moving', 'no_position', 'missing_parcel', 'foreign_parcel', 'handover_given', 'handover_taken',
    'parcel_in_hand', 'notice_failed', 'parcels_left', 'try_failed', 'kept_too_long', 'day_not_made')),
  -- 1 is the worst.
  severity smallint not null check (severity between 1 and 4),
  delivery_id uuid,
  task_id uuid,
  courier_id uuid,
  happened_at timestamptz not null,
  opened_at timestamptz not null,
  due_at timestamptz not null,
  -- Severity, then the time of opening: the order of the queue.
  rank text collate "C" not null,
  facts jsonb not null,
  -- The refused command as the phone made it; deleted once it is resolved.
  command jsonb,
  owner_id uuid,
  resolution text,
  resolved_at timestamptz,
  primary key (org_id, id),
  unique (org_id, key),
  check (num_nulls(resolution, resolved_at) in (0, 2)),
  check (resolved_at is null or command is null)
);
create index exception_queue on exception (org_id, rank, id) where resolved_at is null;
create index exception_closed on exception (org_id, resolved_at, id) where resolved_at is not null;
create index exception_of_delivery on exception (org_id, delivery_id);
select fence('exception');

create table exception_entry (
  org_id uuid not null,
  exception_id uuid not null,
  nth integer not null check (nth > 0),
  what text not null check (what in ('opened', 'taken', 'noted', 'resolved', 'reopened', 'let-go')),
  at timestamptz not null,
  -- Null where Waybill did it.
  by_id uuid,
  resolution text,
  note text check (length(note) <= 500),
  primary key (org_id, exception_id, nth),
  foreign key (org_id, exception_id) references exception (org_id, id)
);
select fence('exception_entry');
