-- An order that was changed at its sender's wish, and costs more since.
alter table payment drop constraint payment_reason_check;
alter table payment add constraint payment_reason_check check (reason in ('waiting', 'extra-stop', 'changed', 'other'));
