-- How many days after a delivery's end personal data is kept; null for ever. Without a row the defaults hold.
create table retention (
  org_id uuid primary key references organization (id),
  version integer not null check (version > 0),
  recipient_days integer check (recipient_days between 7 and 3650),
  sender_days integer check (sender_days between 7 and 3650),
  picture_days integer check (picture_days between 7 and 3650),
  changed_at timestamptz not null,
  changed_by uuid
);
select fence('retention');

-- Persons who were forgotten at their wish: a hash of their number or address under the salt of the row.
create table erasure (
  org_id uuid not null references organization (id),
  id uuid not null,
  salt uuid not null,
  person_hash text not null,
  deliveries integer not null check (deliveries >= 0),
  pictures integer not null check (pictures >= 0),
  erased_at timestamptz not null,
  erased_by uuid,
  erased_by_name text,
  primary key (org_id, id)
);
create index erasure_newest on erasure (org_id, erased_at desc, id desc);
select fence('erasure');
