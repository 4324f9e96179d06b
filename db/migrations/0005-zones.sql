-- Price zones, all together. Saved versions never change; the newest prices new quotes.
create table price_zones (
  org_id uuid not null references organization (id),
  version integer not null check (version > 0),
  zones jsonb not null,
  changed_at timestamptz not null,
  changed_by uuid,
  changed_by_name text,
  primary key (org_id, version)
);
select fence('price_zones');
