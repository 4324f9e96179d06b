-- One payment per order, one intent per payment. Amounts in minor units.
create table payment (
  org_id uuid not null references organization (id),
  id uuid not null,
  order_id uuid not null,
  state text not null,
  provider text not null,
  provider_ref text,
  amount_minor bigint not null check (amount_minor > 0),
  authorized_minor bigint not null default 0,
  captured_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  currency char(3) not null,
  -- What the provider was ever seen to say; each only grows.
  canceled_seen boolean not null default false,
  mismatch boolean not null default false,
  decline text,
  tries integer not null default 0,
  action_at integer not null default -1,
  capture_before timestamptz,
  card_brand text,
  card_last4 text,
  version integer not null default 1,
  created_at timestamptz not null,
  -- When its money came to rest: captured, released or given up. Nothing is asked of the provider after that.
  settled_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, order_id) references sales_order (org_id, id),
  unique (org_id, order_id),
  unique (org_id, provider, provider_ref),
  check (captured_minor >= 0 and captured_minor <= authorized_minor and authorized_minor <= amount_minor),
  check (refunded_minor >= 0 and refunded_minor <= captured_minor)
);
create index payment_unsettled on payment (org_id, created_at) where settled_at is null;
select fence('payment');

-- Every call that moves money, written before it is sent. logical_key makes a second settle impossible;
-- idem_key is what the provider sees, and changes only after a read that found nothing (attempt).
create table payment_op (
  org_id uuid not null references organization (id),
  id uuid not null,
  payment_id uuid not null,
  kind text not null check (kind in ('open', 'capture', 'cancel')),
  logical_key text not null,
  amount_minor bigint,
  state text not null check (state in ('pending', 'sent', 'done', 'failed', 'review')),
  attempt integer not null default 1,
  idem_key text not null,
  -- The last answer, in a few words; never card data.
  outcome jsonb,
  created_at timestamptz not null,
  first_sent_at timestamptz,
  sent_at timestamptz,
  sends integer not null default 0,
  next_at timestamptz not null,
  done_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, payment_id) references payment (org_id, id),
  unique (org_id, logical_key),
  unique (org_id, idem_key),
  check (kind <> 'capture' or amount_minor > 0)
);
create index payment_op_waiting on payment_op (org_id, next_at) where state in ('pending', 'sent');
create index payment_op_of_payment on payment_op (org_id, payment_id);
select fence('payment_op');

-- The sandbox bank's own books: another house, kept here so that a restart keeps demo payments. Waybill's own
-- tables never join them and the application role may not read them.
create schema sandbox_bank;
create table sandbox_bank.intent (
  id text primary key,
  client_secret text not null,
  status text not null
    check (status in ('requires_card', 'requires_action', 'requires_capture', 'succeeded', 'canceled')),
  amount_minor bigint not null check (amount_minor > 0),
  held_minor bigint not null default 0,
  captured_minor bigint not null default 0,
  currency char(3) not null,
  payment_id text not null,
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
-- Every movement of the play money, for ever.
create table sandbox_bank.movement (
  id bigint generated always as identity primary key,
  intent_id text not null references sandbox_bank.intent (id),
  kind text not null check (kind in ('hold', 'capture', 'release')),
  amount_minor bigint not null check (amount_minor > 0),
  at timestamptz not null
);
create index movement_of_intent on sandbox_bank.movement (intent_id);
-- Answers by idempotency key, errors included, as the great providers do it.
create table sandbox_bank.answered (
  idem_key text primary key,
  request_hash text not null,
  status integer not null,
  answer jsonb not null,
  created_at timestamptz not null
);
-- Faults to come: the next `times` calls of this kind suffer it.
create table sandbox_bank.fault (
  id bigint generated always as identity primary key,
  call text not null,
  kind text not null,
  times integer not null check (times >= 0)
);
