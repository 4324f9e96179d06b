-- What a failed try made, by the price that was booked: another try, and the way back.
alter table payment drop constraint payment_reason_check;
alter table payment add constraint payment_reason_check
  check (reason in ('waiting', 'extra-stop', 'changed', 'extra-attempt', 'return', 'other'));
