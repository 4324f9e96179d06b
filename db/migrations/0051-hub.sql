-- How long parcels are kept at the hub; without a row as long as by default.
create table hub_setting (
  org_id uuid not null references organization (id),
  keep_days integer not null check (keep_days between 1 and 60),
  changed_at timestamptz not null,
  changed_by uuid,
  primary key (org_id)
);
select fence('hub_setting');
