-- Predicted begin of each stop that is still to come, as of computed_at: one row for each task of a courier's day.
create table arrival (
  org_id uuid not null references organization (id),
  task_id uuid not null,
  delivery_id uuid not null,
  courier_id uuid not null,
  at timestamptz not null,
  earliest timestamptz not null,
  latest timestamptz not null check (earliest <= at and at <= latest),
  -- As it was first predicted for this revision of the route.
  planned_at timestamptz not null,
  route_revision integer not null,
  -- Share of the drawn days on which the stop ends before its promised end.
  on_time real not null check (on_time between 0 and 1),
  -- Stops before it.
  ahead integer not null check (ahead >= 0),
  status text not null check (status in ('available', 'not_started', 'paused', 'no_position', 'stale', 'manual')),
  basis text not null check (basis in ('plan', 'live')),
  leg_s integer not null,
  leg_source text not null check (leg_source in ('road', 'estimated')),
  service_s integer not null,
  service_source text not null check (service_source in ('place', 'vehicle', 'default')),
  -- Observed stops behind it; null for a default.
  service_visits integer check (service_visits > 0),
  -- Since when the promise is in danger; null while it is not.
  risk_since timestamptz,
  -- The interval that recipients read, and the prediction that it was made of.
  shown_from timestamptz not null,
  shown_to timestamptz not null,
  shown_of jsonb not null,
  computed_at timestamptz not null,
  primary key (org_id, task_id),
  foreign key (org_id, task_id) references task (org_id, id)
);
create index arrival_of_courier on arrival (org_id, courier_id);
select fence('arrival');

create view arrivals as
  select org_id, task_id, delivery_id, courier_id, at, earliest, latest, planned_at, on_time, ahead, leg_s, service_s, status,
    basis, risk_since, shown_from, shown_to, computed_at
  from arrival;
select publish('arrivals');

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

-- The first prediction of each stop that was made while its courier was seen, and how the stop ended.
create table forecast (
  org_id uuid not null references organization (id),
  task_id uuid not null,
  given_at timestamptz not null,
  at timestamptz not null,
  earliest timestamptz not null,
  latest timestamptz not null,
  on_time real not null,
  promised_end timestamptz not null,
  -- Null where nobody recorded the arrival before the outcome.
  arrived_at timestamptz,
  ended_at timestamptz,
  primary key (org_id, task_id),
  foreign key (org_id, task_id) references task (org_id, id)
);
create index forecast_ended on forecast (org_id, ended_at) where ended_at is not null;
select fence('forecast');

-- Medians of observed stops: of one place, or of all places where place is empty.
create table service_time (
  org_id uuid not null references organization (id),
  kind text not null check (kind in ('collect', 'deliver', 'return')),
  vehicle text not null,
  place text not null,
  median_s integer not null check (median_s > 0),
  observed integer not null check (observed > 0),
  learned_at timestamptz not null,
  primary key (org_id, kind, vehicle, place)
);
select fence('service_time');
