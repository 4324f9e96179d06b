-- Plans of a day: running, then a draft, then published or not. Only ids of deliveries, tasks and couriers.
create table plan_run (
  org_id uuid not null references organization (id),
  id uuid not null,
  service_date date not null,
  state text not null check (state in ('running', 'ready', 'failed', 'published', 'undone')),
  -- How the search ended.
  reason text check (reason in ('time', 'cancelled', 'restart', 'failed')),
  way text not null check (way in ('anew', 'improve')),
  scope jsonb not null,
  wishes jsonb not null,
  seconds integer not null check (seconds > 0),
  asked_by uuid,
  asked_at timestamptz not null,
  ended_at timestamptz,
  -- By the database's clock: a run that is not heard of for long has lost its process.
  beat_at timestamptz not null default clock_timestamp(),
  cancel_asked boolean not null default false,
  progress jsonb,
  outcome jsonb,
  published_by uuid,
  published_at timestamptz,
  -- The day before it was published, and the revisions after.
  undo jsonb,
  undone_at timestamptz,
  primary key (org_id, id),
  check ((state = 'running') = (ended_at is null)),
  check (state in ('running', 'failed') or outcome is not null)
);
create index plan_run_newest on plan_run (org_id, service_date, asked_at desc, id desc);
create index plan_run_running on plan_run (org_id) where state = 'running';
select fence('plan_run');
