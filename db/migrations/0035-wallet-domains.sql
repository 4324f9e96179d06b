-- Where the shop wants wallets offered.
create table sandbox_bank.domain (
  name text primary key,
  id text not null unique,
  enabled boolean not null,
  created_at timestamptz not null
);
