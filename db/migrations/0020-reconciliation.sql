-- When the provider was last asked about a payment of its own accord: those asked longest ago come first.
alter table payment add column asked_at timestamptz;
create index payment_held on payment (org_id, asked_at nulls first) where settled_at is null and state = 'authorized';

-- What did not agree between the books and the provider, or within the books: one row as long as it is open.
create table payment_finding (
  org_id uuid not null references organization (id),
  id uuid not null,
  kind text not null check (kind in ('corrected', 'orphan-intent', 'unknown-intent', 'operation-review', 'invariant')),
  -- The intent, the operation or the invariant with what breaks it.
  about text not null,
  payment_id uuid,
  facts jsonb not null,
  found_at timestamptz not null,
  seen_at timestamptz not null,
  resolved_at timestamptz,
  -- 'auto': put right without a person. 'gone': was right again when it was looked at. The others are a person's.
  resolution text check (resolution in ('auto', 'gone', 'retried', 'released', 'noted')),
  resolved_by uuid,
  primary key (org_id, id),
  foreign key (org_id, payment_id) references payment (org_id, id),
  check ((resolved_at is null) = (resolution is null)),
  check ((resolved_by is not null) = (resolution in ('retried', 'released', 'noted')))
);
create unique index payment_finding_open on payment_finding (org_id, kind, about) where resolved_at is null;
create index payment_finding_newest on payment_finding (org_id, found_at desc, id desc);
select fence('payment_finding');

-- When each pass over the books last went through, and how far the provider's own list of events was read.
create table payment_pass (
  org_id uuid not null references organization (id),
  name text not null check (name in ('pull', 'events', 'compare', 'invariants')),
  began_at timestamptz not null,
  ok_at timestamptz,
  read_to timestamptz,
  primary key (org_id, name)
);
select fence('payment_pass');
