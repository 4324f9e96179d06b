create table shift (
  org_id uuid not null references organization (id),
  id uuid not null,
  courier_id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (org_id, id),
  check (ended_at >= started_at)
);
-- On duty once at a time.
create unique index shift_open on shift (org_id, courier_id) where ended_at is null;
create index shift_of_courier on shift (org_id, courier_id, started_at);
select fence('shift');

-- The newest known position of each courier on duty; it goes with the shift.
create table position_now (
  org_id uuid not null references organization (id),
  courier_id uuid not null,
  at timestamptz not null,
  lon double precision not null,
  lat double precision not null,
  accuracy_m real not null,
  heading_deg real,
  primary key (org_id, courier_id)
);
select fence('position_now');

-- The raw track, kept 60 days.
create table position_track (
  org_id uuid not null references organization (id),
  courier_id uuid not null,
  at timestamptz not null,
  lon double precision not null,
  lat double precision not null,
  accuracy_m real not null,
  primary key (org_id, courier_id, at)
);
create index position_age on position_track (at);
select fence('position_track');
