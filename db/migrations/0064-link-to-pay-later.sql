-- A guest's own link to pay later names no payment: one may not be begun yet. It ends as others do, with the booking's.
alter table pay_link_key alter column payment_id drop not null;
