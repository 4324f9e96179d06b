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
create index shift_by_start on shift (org_id, started_at);
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

-- Commands as phones made them, each with its verdict; a person alone changes a verdict. `later` is kept only for what
-- this version cannot read yet: the same command is judged anew when it comes again.
create table courier_report (
  org_id uuid not null references organization (id),
  id uuid not null,
  user_id uuid not null,
  courier_id uuid not null,
  device_id uuid not null,
  seq integer not null check (seq > 0),
  type text not null,
  v integer not null,
  -- The text as it was written at the tap, and its SHA-256 with type and version.
  body text not null,
  hash text not null,
  delivery_id uuid,
  task_id uuid,
  -- Milliseconds of the phone's clock and of its page's monotonic clock, which restarts with each life.
  wall bigint not null,
  mono double precision not null,
  life uuid not null,
  -- When it happened: certainly not before and not after, and the best guess.
  lo_at timestamptz not null,
  best_at timestamptz not null,
  hi_at timestamptz not null check (lo_at <= best_at and best_at <= hi_at),
  build text not null,
  received_at timestamptz not null,
  verdict text not null check (verdict in ('accepted', 'replayed', 'noted', 'conflict', 'refused', 'later')),
  code text,
  facts jsonb not null,
  primary key (org_id, id)
);
create index courier_report_of_device on courier_report (org_id, device_id, user_id, seq);
create index courier_report_of_task on courier_report (org_id, task_id, received_at) where task_id is not null;
select fence('courier_report');

-- One person's work on one phone. `samples` are the newest readings of both clocks.
create table courier_device (
  org_id uuid not null references organization (id),
  device_id uuid not null,
  user_id uuid not null,
  courier_id uuid not null,
  build text not null,
  samples jsonb not null,
  next_seq integer not null,
  waiting_commands integer not null,
  waiting_proofs integer not null,
  waiting_positions integer not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- When it was missed: its person began anew on another phone while it had unsent work.
  missed_at timestamptz,
  primary key (org_id, device_id, user_id)
);
create index courier_device_of_user on courier_device (org_id, user_id, last_seen_at desc);
select fence('courier_device');

-- Renewed when the database is not where it was: a backup was restored, and phones send again what they keep.
create table courier_epoch (
  org_id uuid primary key references organization (id),
  epoch uuid not null,
  place text not null
);
select fence('courier_epoch');

-- Proofs that come in parts; the bytes so far are a file of the data folder. Kept ones are in `proof`, abandoned ones go
-- after 7 days.
create table courier_upload (
  org_id uuid not null references organization (id),
  id uuid not null,
  user_id uuid not null,
  delivery_id uuid not null,
  task_id uuid not null,
  kind text not null check (kind in ('photo', 'signature')),
  sha256 text not null,
  total integer not null check (total > 0),
  started_at timestamptz not null,
  primary key (org_id, id)
);
create index courier_upload_of_task on courier_upload (org_id, task_id);
create index courier_upload_age on courier_upload (started_at);
select fence('courier_upload');

-- Bounds of what phones reported, and how many seconds their clock was ahead where it was wrong, as later rooms read them.
create view courier_report_times as
  select org_id, id, lo_at, hi_at, (facts ->> 'clockOffS')::int as clock_off_s from courier_report;
select publish('courier_report_times');

-- Times on duty as later rooms read them; with their own id, so that lists of them can be paged.
create view duties as select org_id, id, courier_id, started_at, ended_at from shift;
select publish('duties');
