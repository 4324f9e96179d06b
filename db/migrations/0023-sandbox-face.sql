-- The sandbox bank speaks as Stripe does, tells what happened, and has a clock of its own.
alter table sandbox_bank.intent
  add column metadata jsonb not null default '{}',
  -- Lists name the newest first, also among those of one moment.
  add column seq bigint generated always as identity;
create index intent_by_age on sandbox_bank.intent (created_at, seq);
-- Each time that a card's bank was asked for money: it said yes once at most.
create table sandbox_bank.charge (
  id text primary key,
  seq bigint generated always as identity,
  intent_id text not null references sandbox_bank.intent (id),
  amount_minor bigint not null check (amount_minor > 0),
  status text not null check (status in ('succeeded', 'failed')),
  card_brand text not null,
  card_last4 text not null,
  capture_before timestamptz,
  created_at timestamptz not null
);
create index charge_of_intent on sandbox_bank.charge (intent_id, seq);
-- What happened, in the words that a webhook tells it by.
create table sandbox_bank.event (
  id text primary key,
  seq bigint generated always as identity,
  type text not null,
  intent_id text not null references sandbox_bank.intent (id),
  body jsonb not null,
  created_at timestamptz not null
);
create index event_by_age on sandbox_bank.event (created_at, seq);
create index event_of_intent on sandbox_bank.event (intent_id);
-- Who is told. While a secret is changed there are two.
create table sandbox_bank.endpoint (
  name text primary key,
  url text not null,
  secrets text[] not null check (cardinality(secrets) between 1 and 2),
  -- How news fare on the way: told so many times more, each n-th lost, the later ones first, held back so long.
  duplicate integer not null default 0 check (duplicate between 0 and 20),
  drop_every integer not null default 0 check (drop_every >= 0),
  reorder boolean not null default false,
  delay_ms integer not null default 0 check (delay_ms >= 0)
);
-- News on their way. Their times are of the world outside, not of the bank's own clock.
create table sandbox_bank.delivery (
  id bigint generated always as identity primary key,
  event_id text not null references sandbox_bank.event (id) on delete cascade,
  endpoint text not null references sandbox_bank.endpoint (name) on delete cascade,
  tries integer not null default 0,
  next_at timestamptz not null,
  done_at timestamptz,
  outcome text
);
create index delivery_waiting on sandbox_bank.delivery (next_at) where done_at is null;
create index delivery_of_event on sandbox_bank.delivery (event_id);
-- How far the bank's clock is ahead of ours.
create table sandbox_bank.clock (
  one boolean primary key default true check (one),
  ahead_ms bigint not null default 0 check (ahead_ms >= 0)
);
insert into sandbox_bank.clock default values;
create index answered_by_age on sandbox_bank.answered (created_at);
-- Refunds carry what the shop wrote on them; both lists name the newest first.
alter table sandbox_bank.refund
  add column metadata jsonb not null default '{}',
  add column seq bigint generated always as identity;
alter table sandbox_bank.dispute add column seq bigint generated always as identity;
