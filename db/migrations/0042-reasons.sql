-- Faults that an organisation sees otherwise than the product, by the code of the reason of a failed try.
create table reason_faults (
  org_id uuid primary key references organization (id),
  version integer not null check (version > 0),
  faults jsonb not null,
  changed_at timestamptz not null,
  changed_by uuid
);
select fence('reason_faults');
