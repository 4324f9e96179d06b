-- The sandbox bank's own books: an outside provider, kept here so that a restart keeps demo payments. Waybill's own
-- tables never join them and the application role may not read them.
create schema sandbox_bank;

create table sandbox_bank.intent (
  id text primary key,
  -- Lists name the newest first, also among those of one moment.
  seq bigint generated always as identity,
  client_secret text not null,
  status text not null
    check (status in ('requires_card', 'requires_action', 'requires_capture', 'succeeded', 'canceled')),
  amount_minor bigint not null check (amount_minor > 0),
  held_minor bigint not null default 0,
  captured_minor bigint not null default 0,
  currency char(3) not null,
  payment_id text not null,
  metadata jsonb not null default '{}',
  card_brand text,
  card_last4 text,
  -- What the card does when the confirmation is approved: 'approved' or a decline code.
  pending text,
  decline text,
  declines integer not null default 0,
  capture_before timestamptz,
  created_at timestamptz not null,
  check (captured_minor <= held_minor and held_minor <= amount_minor)
);
create index intent_of_payment on sandbox_bank.intent (payment_id);
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

create table sandbox_bank.refund (
  id text primary key,
  seq bigint generated always as identity,
  intent_id text not null references sandbox_bank.intent (id),
  -- Written on it by the shop.
  mark text,
  metadata jsonb not null default '{}',
  amount_minor bigint not null check (amount_minor > 0),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  failure text,
  created_at timestamptz not null
);
create index refund_of_intent on sandbox_bank.refund (intent_id);

create table sandbox_bank.dispute (
  id text primary key,
  seq bigint generated always as identity,
  intent_id text not null references sandbox_bank.intent (id),
  reason text not null,
  status text not null check (status in ('inquiry', 'open', 'won', 'lost')),
  amount_minor bigint not null,
  withdrawn_minor bigint not null,
  fee_minor bigint not null,
  evidence_due timestamptz not null,
  opened_at timestamptz not null
);
create index dispute_of_intent on sandbox_bank.dispute (intent_id);

-- Every movement of the play money, for ever.
create table sandbox_bank.movement (
  id bigint generated always as identity primary key,
  intent_id text not null references sandbox_bank.intent (id),
  kind text not null check (kind in
    ('hold', 'capture', 'release', 'refund', 'refund_back', 'dispute', 'dispute_back', 'dispute_fee')),
  amount_minor bigint not null check (amount_minor > 0),
  at timestamptz not null
);
create index movement_of_intent on sandbox_bank.movement (intent_id);

-- Answers by idempotency key, errors included, as Stripe gives them.
create table sandbox_bank.answered (
  idem_key text primary key,
  request_hash text not null,
  status integer not null,
  answer jsonb not null,
  created_at timestamptz not null
);
create index answered_by_age on sandbox_bank.answered (created_at);

-- Faults to come: the next `times` calls of this kind suffer it.
create table sandbox_bank.fault (
  id bigint generated always as identity primary key,
  call text not null,
  kind text not null,
  times integer not null check (times >= 0)
);

-- Events in the words that a webhook reports them by.
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

-- Addresses that webhooks go to. While a secret is changed there are two secrets.
create table sandbox_bank.endpoint (
  name text primary key,
  url text not null,
  secrets text[] not null check (cardinality(secrets) between 1 and 2),
  -- Faults on the way: sent so many times more, each n-th lost, the later ones first, held back so long.
  duplicate integer not null default 0 check (duplicate between 0 and 20),
  drop_every integer not null default 0 check (drop_every >= 0),
  reorder boolean not null default false,
  delay_ms integer not null default 0 check (delay_ms >= 0)
);

-- Webhooks on their way. Their times are of the world outside, not of the bank's own clock.
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

-- Domains that the shop wants wallets offered on.
create table sandbox_bank.domain (
  name text primary key,
  id text not null unique,
  enabled boolean not null,
  created_at timestamptz not null
);
