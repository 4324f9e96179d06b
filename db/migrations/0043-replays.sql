-- Past orders priced again by a draft of the price list. No person and no place: orders are named by their ids.
create table replay_run (
  org_id uuid not null references organization (id),
  -- The command that asked for it.
  id uuid not null,
  state text not null check (state in ('running', 'done', 'cancelled', 'failed')),
  from_day date not null,
  to_day date not null,
  -- Orders booked in [since, until) are replayed.
  since timestamptz not null,
  until timestamptz not null,
  -- Null for every level or zone.
  service_level text,
  zone_code text,
  rules jsonb not null,
  -- Version of the published list that the draft was made on.
  list_version integer not null,
  currency char(3) not null,
  asked_by uuid,
  asked_at timestamptz not null,
  ended_at timestamptz,
  total integer not null check (total >= 0),
  done integer not null default 0,
  -- The order that was looked at last.
  cursor_at timestamptz,
  cursor_id uuid,
  outcome jsonb,
  primary key (org_id, id),
  check ((state = 'running') = (ended_at is null)),
  check (state <> 'done' or outcome is not null)
);
-- One at a time.
create unique index replay_run_running on replay_run (org_id) where state = 'running';
create index replay_run_newest on replay_run (org_id, asked_at desc, id desc);
select fence('replay_run');

create table replay_order (
  org_id uuid not null,
  run_id uuid not null,
  order_id uuid not null,
  booked_at timestamptz not null,
  service_level text not null,
  -- Zones by which it was booked; null outside all of them, and where they are not known.
  zone_from text,
  zone_to text,
  zones_known boolean not null,
  -- Number of the band of its distance.
  band smallint not null,
  -- As booked, with tax.
  was_minor bigint not null,
  -- By the draft; null where that has no price for it.
  now_minor bigint,
  difference bigint generated always as (now_minor - was_minor) stored,
  currency char(3) not null,
  reason text check (reason in ('no-fact', 'zone-newer', 'other-currency', 'no-price', 'too-large')),
  detail text not null default '',
  changed jsonb not null default '[]',
  primary key (org_id, run_id, order_id),
  foreign key (org_id, run_id) references replay_run (org_id, id) on delete cascade,
  check ((now_minor is null) = (reason is not null))
);
create index replay_order_booked on replay_order (org_id, run_id, booked_at desc, order_id desc);
create index replay_order_difference on replay_order (org_id, run_id, difference, order_id);
select fence('replay_order');
