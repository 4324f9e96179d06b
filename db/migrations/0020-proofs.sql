-- Which proofs the end of a stop needs, one policy for each organisation; without a row the default rules hold.
create table proof_policy (
  org_id uuid primary key references organization (id),
  version integer not null check (version > 0),
  rules jsonb not null,
  changed_at timestamptz not null,
  changed_by uuid
);
select fence('proof_policy');
