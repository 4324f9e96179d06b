-- What the provider said that it keeps for us, in each currency, when its list of movements was last read to its end.
create table balance_heard (
  org_id uuid not null references organization (id),
  provider text not null,
  currency char(3) not null,
  heard_minor bigint not null,
  -- What its list came to then.
  listed_minor bigint not null,
  heard_at timestamptz not null,
  primary key (org_id, provider, currency)
);
select fence('balance_heard');

-- What our books and the list said different things about at the last look, dealt with or not.
alter table payment_cursor add column unlike integer not null default 0;

-- The sum of a list is what is kept only where it is read from its beginning: once more, from there.
update payment_cursor set read_to = '2011-01-01', walk_from = null, walk_to = null, walk_after = null
where list = 'balance';
