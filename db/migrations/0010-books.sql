-- The provider's answers about each payment, in the order in which we got them. Each row carries the hash of the one
-- before: a row that was changed, left out or put in breaks the chain of its payment. One chain a payment, written under
-- that payment's row lock: no payment waits for another's.
create table payment_snapshot (
  org_id uuid not null references organization (id),
  payment_id uuid not null,
  nth integer not null check (nth > 0),
  kind text not null check (kind in ('intent', 'refund', 'dispute')),
  -- The provider's name of what it spoke of.
  ref text not null,
  seen jsonb not null,
  heard_at timestamptz not null,
  before text not null,
  hash text not null,
  primary key (org_id, payment_id, nth),
  foreign key (org_id, payment_id) references payment (org_id, id)
);
select fence('payment_snapshot');
revoke update, delete on payment_snapshot from waybill_app;

create function payment_snapshot_is_written_once() returns trigger language plpgsql as $$
begin
  raise exception 'what was heard is neither changed nor deleted';
end $$;
create trigger payment_snapshot_is_written_once before update or delete on payment_snapshot
  for each row execute function payment_snapshot_is_written_once();

-- A row's own hash: SHA-256 in hex, of the hash before and of everything that stands in the row.
create function snapshot_hash(before text, payment_id uuid, nth integer, kind text, ref text, seen jsonb, heard_at timestamptz)
  returns text language sql immutable parallel safe as $$
  select encode(sha256(convert_to(concat_ws(E'\n', before, payment_id::text, nth::text, kind, ref, seen::text,
    extract(epoch from heard_at)::text), 'UTF8')), 'hex')
$$;

-- Differences between the books and the provider, or within the books: one row as long as it is open. A payment under
-- review has one too, which a look at the provider may end.
create table payment_finding (
  org_id uuid not null references organization (id),
  id uuid not null,
  -- Kinds and ends are listed in one place, the contract of findings.
  kind text not null check (kind ~ '^[a-z][a-z-]{2,40}$'),
  -- The intent, the operation or the invariant with what breaks it.
  about text not null,
  payment_id uuid,
  facts jsonb not null,
  found_at timestamptz not null,
  seen_at timestamptz not null,
  resolved_at timestamptz,
  -- 'auto': put right without a person. 'gone': was right again when it was looked at. The others are a person's.
  resolution text check (resolution ~ '^[a-z][a-z-]{2,40}$'),
  resolved_by uuid,
  primary key (org_id, id),
  foreign key (org_id, payment_id) references payment (org_id, id),
  check ((resolved_at is null) = (resolution is null)),
  constraint payment_finding_by_a_person
    check (resolution is null or (resolved_by is null) = (resolution in ('auto', 'gone')))
);
create unique index payment_finding_open on payment_finding (org_id, kind, about) where resolved_at is null;
create index payment_finding_newest on payment_finding (org_id, found_at desc, id desc);
-- Orders whose work goes on although their money is not safe, because a person said so.
create index payment_finding_let_through on payment_finding (org_id, payment_id) where resolution = 'let-through';
select fence('payment_finding');

-- When each pass over the books last went through, and how far the provider's own list of events was read.
create table payment_pass (
  org_id uuid not null references organization (id),
  name text not null check (name in ('pull', 'events', 'reread', 'compare', 'invariants')),
  began_at timestamptz not null,
  ok_at timestamptz,
  read_to timestamptz,
  -- When it was seen that the provider lists no more what was not read yet.
  missed_at timestamptz,
  primary key (org_id, name)
);
select fence('payment_pass');
