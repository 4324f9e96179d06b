-- Streets that are closed or slow for a while.
create table street_change (
  org_id uuid not null references organization (id),
  id uuid not null,
  -- Null where the map names none.
  name text,
  -- [[[lon, lat], ...], ...]: found again on every map, wherever it cuts its streets.
  lines jsonb not null,
  metres integer not null check (metres >= 0),
  profiles text[] not null check (profiles <@ array['car', 'bicycle', 'foot'] and cardinality(profiles) > 0),
  -- Times as long as usual; null closes them.
  slower real check (slower > 1 and slower <= 10),
  starts_at timestamptz not null,
  -- Null: until somebody takes it out.
  ends_at timestamptz check (ends_at > starts_at),
  note text not null,
  -- Taken out before its end.
  taken_out_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create index street_change_newest on street_change (org_id, created_at desc, id desc);
select fence('street_change');

-- How much longer than by the map couriers needed on each class of road.
create table learned_speed (
  org_id uuid not null references organization (id),
  profile text not null check (profile in ('car', 'bicycle', 'foot')),
  class text not null check (class in ('fast', 'main', 'side')),
  factor real not null check (factor > 0),
  legs integer not null check (legs > 0),
  learned_at timestamptz not null,
  primary key (org_id, profile, class)
);
select fence('learned_speed');
