-- Whatever may be given back is set aside first: two people who ask at once cannot give back more than was taken.
alter table payment add column refund_reserved_minor bigint not null default 0;
-- Of what was given back: by bank transfer, because the card did not take it.
alter table payment add column refunded_by_bank_minor bigint not null default 0;
-- What card holders' banks took back: until they decide, for good, and the provider's fees for it.
alter table payment add column disputed_minor bigint not null default 0;
alter table payment add column lost_minor bigint not null default 0;
alter table payment add column dispute_fee_minor bigint not null default 0;
update payment set refund_reserved_minor = refunded_minor;
alter table payment add check (refunded_minor <= refund_reserved_minor and refund_reserved_minor <= captured_minor);
alter table payment add check (refunded_by_bank_minor between 0 and refunded_minor);
alter table payment add check (disputed_minor >= 0 and lost_minor >= 0 and dispute_fee_minor >= 0);

-- A wish to give money back. The id is made once by the dialog that asks, so that asking twice is asking once.
create table refund_request (
  org_id uuid not null references organization (id),
  id uuid not null,
  payment_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null
    check (reason in ('not-delivered', 'late', 'damaged', 'duplicate', 'goodwill', 'other', 'elsewhere')),
  note text check (length(note) <= 500),
  -- null: given back at the provider's own desk, not by us.
  asked_by uuid,
  asked_at timestamptz not null,
  -- waiting: for a second person. sending: the provider was asked, or will be. refused: it said no.
  -- failed: it came back from the card's bank; somebody has to bring it to the customer. by-bank: somebody did.
  -- dropped: came back, and was not owed after all.
  state text not null check (state in
    ('waiting', 'declined', 'sending', 'pending', 'succeeded', 'refused', 'failed', 'by-bank', 'dropped')),
  decided_by uuid,
  decided_at timestamptz,
  provider_ref text,
  -- The provider's word for why not.
  code text,
  changed_at timestamptz not null,
  -- When the provider was last asked what became of it.
  looked_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, payment_id) references payment (org_id, id),
  unique (org_id, provider_ref),
  check (decided_by is null or decided_by is distinct from asked_by)
);
create index refund_request_of_payment on refund_request (org_id, payment_id, asked_at);
create index refund_request_open on refund_request (org_id, state, asked_at, id)
  where state in ('waiting', 'sending', 'pending', 'failed');
select fence('refund_request');

alter table payment_op add column refund_id uuid;
alter table payment_op add foreign key (org_id, refund_id) references refund_request (org_id, id);
alter table payment_op drop constraint payment_op_kind_check;
alter table payment_op add constraint payment_op_kind_check check (kind in ('open', 'capture', 'cancel', 'refund'));
alter table payment_op add check ((kind = 'refund') = (refund_id is not null) and (kind <> 'refund' or amount_minor > 0));

-- What card holders dispute, as the provider told it last.
create table dispute (
  org_id uuid not null references organization (id),
  id uuid not null,
  payment_id uuid not null,
  provider_ref text not null,
  state text not null check (state in ('inquiry', 'open', 'won', 'lost')),
  reason text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  withdrawn_minor bigint not null check (withdrawn_minor >= 0),
  fee_minor bigint not null check (fee_minor >= 0),
  -- Evidence that comes later is not read.
  evidence_due timestamptz,
  opened_at timestamptz not null,
  -- When the provider was asked; what an earlier question brought changes nothing.
  told_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, payment_id) references payment (org_id, id),
  unique (org_id, provider_ref)
);
create index dispute_of_payment on dispute (org_id, payment_id);
create index dispute_newest on dispute (org_id, opened_at desc, id desc);
select fence('dispute');

alter table ledger_line drop constraint ledger_line_account_check;
alter table ledger_line add constraint ledger_line_account_check check (account in
  ('holds', 'held-for-senders', 'provider', 'revenue', 'tax', 'refunds', 'bank', 'disputes', 'losses', 'fees'));

-- The sandbox bank's refunds and disputes.
create table sandbox_bank.refund (
  id text primary key,
  intent_id text not null references sandbox_bank.intent (id),
  -- What the shop wrote on it.
  mark text,
  amount_minor bigint not null check (amount_minor > 0),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  failure text,
  created_at timestamptz not null
);
create index refund_of_intent on sandbox_bank.refund (intent_id);
create table sandbox_bank.dispute (
  id text primary key,
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
alter table sandbox_bank.movement drop constraint movement_kind_check;
alter table sandbox_bank.movement add constraint movement_kind_check check (kind in
  ('hold', 'capture', 'release', 'refund', 'refund_back', 'dispute', 'dispute_back', 'dispute_fee'));
