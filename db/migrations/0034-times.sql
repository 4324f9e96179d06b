-- Somebody's own word for when a stop begins. It replaces the computed one while it is the same courier's, until then.
create table said_arrival (
  org_id uuid not null references organization (id),
  task_id uuid not null,
  courier_id uuid not null,
  at timestamptz not null,
  until timestamptz not null check (until >= at),
  by_name text,
  -- Said by the courier or by dispatch.
  by_role text not null check (by_role in ('courier', 'dispatcher')),
  said_at timestamptz not null,
  primary key (org_id, task_id),
  foreign key (org_id, task_id) references task (org_id, id)
);
select fence('said_arrival');

alter table arrival drop constraint arrival_status_check;
alter table arrival add constraint arrival_status_check
  check (status in ('available', 'not_started', 'paused', 'no_position', 'stale', 'manual'));
-- Observed stops behind the service time; null for a default.
alter table arrival add column service_visits integer check (service_visits > 0);

-- When each courier's day ends by what is known, beside the end of their planned shift.
create table day_end (
  org_id uuid not null references organization (id),
  courier_id uuid not null,
  date date not null,
  at timestamptz not null,
  latest timestamptz not null check (at <= latest),
  shift_end timestamptz,
  computed_at timestamptz not null,
  primary key (org_id, courier_id)
);
select fence('day_end');

create view day_ends as select org_id, courier_id, date, at, latest, shift_end, computed_at from day_end;
select publish('day_ends');
