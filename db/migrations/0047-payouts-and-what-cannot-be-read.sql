-- What the provider counts of a movement's net beyond whole minor units, in their hundredths: its own prices in
-- currencies without minor units.
alter table balance_movement add column net_fine smallint not null default 0;

-- Payouts that were held against what the provider lists in them, at the last look.
create table payout_check (
  org_id uuid not null references organization (id),
  provider text not null,
  -- The provider's name of the payout.
  ref text not null,
  currency char(3) not null,
  paid_minor bigint not null,
  -- What is listed in it; null where nobody can say, and where that was not clear yet.
  inside_minor bigint,
  state text not null check (state in ('equal', 'differs', 'unlisted', 'unclear')),
  checked_at timestamptz not null,
  primary key (org_id, provider, ref),
  check ((inside_minor is null) = (state in ('unlisted', 'unclear')))
);
select fence('payout_check');
