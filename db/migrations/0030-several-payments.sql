-- An order has one booking payment; what comes on top of it, and what makes a lost hold good, are payments of their own.
alter table payment add column purpose text not null default 'booking'
  check (purpose in ('booking', 'surcharge', 'recovery'));
-- The payment whose hold was lost, which a recovery makes good.
alter table payment add column for_payment_id uuid;
alter table payment add foreign key (org_id, for_payment_id) references payment (org_id, id);
alter table payment add check ((purpose = 'recovery') = (for_payment_id is not null));
-- Of a lost hold: what the order owes in its place, and what of that was given up.
alter table payment add column owed_minor bigint not null default 0;
alter table payment add column written_off_minor bigint not null default 0;
alter table payment add check (written_off_minor >= 0 and written_off_minor <= owed_minor and owed_minor <= amount_minor);
alter table payment add check (owed_minor = 0 or state = 'expired');
-- Why a surcharge was asked for.
alter table payment add column reason text check (reason in ('waiting', 'extra-stop', 'other'));
alter table payment add column note text check (length(note) <= 500);
alter table payment add column asked_by uuid;
alter table payment add check ((purpose = 'surcharge') = (reason is not null));

alter table payment drop constraint payment_org_id_order_id_key;
create unique index payment_booking on payment (org_id, order_id) where purpose = 'booking';
create unique index payment_recovery on payment (org_id, for_payment_id)
  where purpose = 'recovery' and state not in ('voided', 'expired');
create index payment_of_order on payment (org_id, order_id, created_at);

alter table ledger_line drop constraint ledger_line_account_check;
alter table ledger_line add constraint ledger_line_account_check check (account in
  ('holds', 'held-for-senders', 'receivable', 'provider', 'revenue', 'tax', 'refunds', 'bank', 'disputes', 'losses',
   'writeoffs', 'fees'));
