-- How far each list that the provider keeps was read, for each account there.
create table payment_cursor (
  org_id uuid not null references organization (id),
  provider text not null,
  account text not null,
  list text not null check (list in ('events')),
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
  ('corrected', 'orphan-intent', 'unknown-intent', 'operation-review', 'invariant', 'missing'));
alter table payment_pass drop constraint payment_pass_name_check;
alter table payment_pass add constraint payment_pass_name_check check (name in
  ('pull', 'events', 'reread', 'compare', 'made', 'invariants'));

create index payment_op_unclear on payment_op (org_id, state, first_sent_at) where state in ('sent', 'review');
create index payment_in_review on payment (org_id) where state = 'review';
create index refund_request_newest on refund_request (org_id, asked_at);
create index refund_request_on_its_way on refund_request (org_id, payment_id) where state = 'pending';
create index dispute_open on dispute (org_id, payment_id) where state in ('inquiry', 'open');
