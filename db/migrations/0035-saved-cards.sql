-- Cards that a person lets the provider keep for the next booking. The cards themselves are with the provider alone.
create table card_holder (
  org_id uuid not null references organization (id),
  person_id uuid not null,
  provider text not null,
  -- The provider's name for them; null until it said it.
  ref text,
  -- How often the provider had forgotten them.
  turn integer not null default 0 check (turn >= 0),
  created_at timestamptz not null,
  primary key (org_id, person_id, provider),
  foreign key (org_id, person_id) references person (org_id, id),
  unique (org_id, provider, ref)
);
select fence('card_holder');

-- Who let which payment's card be kept, and by which version of the sentence beside the box.
create table card_consent (
  org_id uuid not null references organization (id),
  payment_id uuid not null,
  person_id uuid not null,
  words integer not null check (words > 0),
  given_at timestamptz not null,
  -- Unticked before it was paid.
  taken_back_at timestamptz,
  primary key (org_id, payment_id),
  foreign key (org_id, payment_id) references payment (org_id, id),
  foreign key (org_id, person_id) references person (org_id, id)
);
select fence('card_consent');

-- Every call about them that makes or ends something, written before it is sent.
create table card_op (
  org_id uuid not null references organization (id),
  id uuid not null,
  person_id uuid not null,
  provider text not null,
  kind text not null check (kind in ('enrol', 'detach')),
  -- The provider's name for the card that is let go of.
  card_ref text,
  logical_key text not null,
  state text not null check (state in ('pending', 'sent', 'done', 'failed')),
  attempt integer not null default 1,
  idem_key text not null,
  outcome jsonb,
  created_at timestamptz not null,
  first_sent_at timestamptz,
  sent_at timestamptz,
  sends integer not null default 0,
  next_at timestamptz not null,
  done_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, person_id, provider) references card_holder (org_id, person_id, provider),
  unique (org_id, logical_key),
  unique (org_id, idem_key),
  check ((kind = 'detach') = (card_ref is not null))
);
create index card_op_waiting on card_op (org_id, next_at) where state in ('pending', 'sent');
select fence('card_op');

-- The sandbox bank keeps cards too: never their numbers.
create table sandbox_bank.customer (
  id text primary key,
  seq bigint generated always as identity,
  metadata jsonb not null,
  created_at timestamptz not null
);
create table sandbox_bank.kept_card (
  id text primary key,
  seq bigint generated always as identity,
  customer_id text not null references sandbox_bank.customer (id),
  brand text not null,
  last4 text not null,
  month integer not null,
  year integer not null,
  detached_at timestamptz
);
create index kept_card_of_customer on sandbox_bank.kept_card (customer_id, seq);
-- What lets one browser see them, for half an hour.
create table sandbox_bank.customer_session (
  secret text primary key,
  customer_id text not null references sandbox_bank.customer (id),
  expires_at timestamptz not null
);
alter table sandbox_bank.intent
  add column customer_id text references sandbox_bank.customer (id),
  add column keeps boolean not null default false,
  -- When the typed card runs out: kept with it.
  add column card_month integer,
  add column card_year integer;
-- Where the shop wants wallets offered.
create table sandbox_bank.domain (
  name text primary key,
  id text not null unique,
  enabled boolean not null,
  created_at timestamptz not null
);
