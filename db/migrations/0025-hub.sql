-- The hub: where recipients collect, null where they cannot, and how long parcels are kept there.
create table hub_setting (
  org_id uuid not null references organization (id),
  address text check (length(address) between 3 and 200),
  keep_days integer not null check (keep_days between 1 and 60),
  changed_at timestamptz not null,
  changed_by uuid,
  primary key (org_id)
);
select fence('hub_setting');

-- Reminders of recipients who did not collect in time, and until when their parcels are kept on.
create table hub_reminder (
  org_id uuid not null references organization (id),
  delivery_id uuid not null,
  times integer not null check (times > 0),
  kept_until timestamptz not null,
  primary key (org_id, delivery_id)
);
select fence('hub_reminder');
