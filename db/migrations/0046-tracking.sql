-- The number that recipients may call, as their page shows it.
create table carrier_phone (
  org_id uuid not null references organization (id),
  phone text not null check (length(phone) <= 20),
  changed_at timestamptz not null,
  changed_by uuid,
  primary key (org_id)
);
select fence('carrier_phone');
