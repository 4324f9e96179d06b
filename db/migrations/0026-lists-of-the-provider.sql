-- How far each list that the provider keeps was read, for each account there.
create table payment_cursor (
  org_id uuid not null references organization (id),
  provider text not null,
  account text not null,
  list text not null check (list in ('events', 'balance')),
  -- Everything until then was taken in.
  read_to timestamptz not null,
  -- A walk from the newest backwards that is not at its end, and behind what it goes on.
  walk_from timestamptz,
  walk_to timestamptz,
  walk_after text,
  -- When it was seen that the provider had forgotten what was not read yet.
  missed_at timestamptz,
  primary key (org_id, provider, account, list),
  check ((walk_from is null) = (walk_to is null))
);
select fence('payment_cursor');

-- What the provider wrote into our balance there for a payment of ours. Never changed.
create table provider_movement (
  org_id uuid not null references organization (id),
  provider text not null,
  ref text not null,
  payment_id uuid not null,
  kind text not null,
  gross_minor bigint not null,
  -- Taken off the gross amount.
  fee_minor bigint not null,
  currency char(3) not null,
  at timestamptz not null,
  primary key (org_id, provider, ref),
  foreign key (org_id, payment_id) references payment (org_id, id)
);
create index provider_movement_of_payment on provider_movement (org_id, payment_id);
create index provider_movement_by_time on provider_movement (org_id, at);
select fence('provider_movement');

-- What the provider charged for the payment itself, as its balance says; what it charged for disputes is apart.
alter table payment add column provider_fee_minor bigint not null default 0;

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

alter table payment_finding drop constraint payment_finding_kind_check;
alter table payment_finding add constraint payment_finding_kind_check check (kind in
  ('corrected', 'orphan-intent', 'unknown-intent', 'operation-review', 'invariant', 'missing', 'balance'));
alter table payment_pass drop constraint payment_pass_name_check;
alter table payment_pass add constraint payment_pass_name_check check (name in
  ('pull', 'events', 'reread', 'compare', 'made', 'balance', 'invariants'));

create index payment_op_unclear on payment_op (org_id, state, first_sent_at) where state in ('sent', 'review');
create index payment_in_review on payment (org_id) where state = 'review';
create index refund_request_newest on refund_request (org_id, asked_at);
create index refund_request_on_its_way on refund_request (org_id, payment_id) where state = 'pending';
create index dispute_open on dispute (org_id, payment_id) where state in ('inquiry', 'open');

-- What the sandbox bank charges for a capture, and its list of movements.
alter table sandbox_bank.movement add column fee_minor bigint not null default 0;
create index movement_by_age on sandbox_bank.movement (at, id);
