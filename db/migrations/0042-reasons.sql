-- Reasons of failed tries as an organisation has them, whole with each change: the newest holds. Without a row the
-- product's reasons hold, as version 0.
create table failure_reasons (
  org_id uuid not null references organization (id),
  version integer not null check (version > 0),
  reasons jsonb not null,
  changed_at timestamptz not null,
  changed_by uuid,
  changed_by_name text,
  primary key (org_id, version)
);
select fence('failure_reasons');
