-- Files of unsent work that somebody gave to Waybill: who, whose and when. Never changed.
create table rescue_import (
  org_id uuid not null references organization (id),
  id uuid not null,
  by_id uuid not null,
  -- The courier who recorded the work.
  person_id uuid not null,
  device_id uuid not null,
  at timestamptz not null,
  -- Of the whole file.
  commands integer not null check (commands >= 0),
  pictures integer not null check (pictures >= 0),
  primary key (org_id, id)
);
create index rescue_import_newest on rescue_import (org_id, at desc);
select fence('rescue_import');
