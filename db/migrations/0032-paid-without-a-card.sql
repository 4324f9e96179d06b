-- How an order is paid that no card pays for; null for payments by card.
alter table payment add column way text check (way in ('cash-collection', 'cash-delivery', 'invoice'));
alter table payment add check ((way is null) = (provider <> 'none'));
-- What its end made due, until then 0; and who took the money.
alter table payment add column due_minor bigint not null default 0 check (due_minor between 0 and amount_minor);
alter table payment add check (due_minor = 0 or way is not null);
alter table payment add column received_by uuid;
alter table payment add check (received_by is null or way is not null);

alter table ledger_line drop constraint ledger_line_account_check;
alter table ledger_line add constraint ledger_line_account_check check (account in
  ('holds', 'held-for-senders', 'receivable', 'received', 'provider', 'revenue', 'tax', 'refunds', 'bank', 'disputes',
   'losses', 'writeoffs', 'fees', 'psp-fees'));
