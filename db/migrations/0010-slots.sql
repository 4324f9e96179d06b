-- Places of the windows, whole with each change. Without a row nothing is limited, as version 0.
create table slot_plan (
  org_id uuid not null references organization (id),
  version integer not null check (version > 0),
  rows jsonb not null,
  days jsonb not null,
  changed_at timestamptz not null,
  changed_by uuid,
  changed_by_name text,
  primary key (org_id, version)
);
select fence('slot_plan');

-- Windows that the office promised beyond their places.
create table overbooking (
  org_id uuid not null references organization (id),
  id uuid not null,
  service_level text not null,
  window_start timestamptz not null,
  window_end timestamptz not null,
  overbooked_at timestamptz not null,
  overbooked_by uuid,
  overbooked_by_name text,
  primary key (org_id, id)
);
create index overbooking_of_day on overbooking (org_id, window_start);
select fence('overbooking');
