-- When each pass over the books last went through, and how far the provider's own list of events was read.
create table payment_pass (
  org_id uuid not null references organization (id),
  name text not null check (name in ('pull', 'events', 'reread', 'compare', 'invariants')),
  -- Provider and account of the list of events; empty for the other passes.
  source text not null default '',
  began_at timestamptz not null,
  ok_at timestamptz,
  read_to timestamptz,
  -- A reading of the list under way, newest first: the place behind its last page, its oldest time, and `read_to` after it.
  open_after text,
  open_from timestamptz,
  open_to timestamptz,
  -- When it was seen that the provider lists no more what was not read yet.
  missed_at timestamptz,
  primary key (org_id, name, source),
  check (num_nulls(open_after, open_from, open_to) in (0, 3))
);
select fence('payment_pass');

-- The ledger's lines before `counted_to`, summed by the pass that checks the books: whoever reads adds the later ones.
create table ledger_total (
  org_id uuid not null references organization (id),
  currency char(3) not null,
  account text not null,
  minor bigint not null,
  counted_to timestamptz not null,
  primary key (org_id, currency, account)
);
select fence('ledger_total');
