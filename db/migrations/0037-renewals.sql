-- A new hold that the sender confirms before the old one ends. It takes the booking's place in one step: until then it is
-- a `renewal`, from then on the `booking`, and what was the booking is `replaced`.
alter table payment drop constraint payment_purpose_check;
alter table payment add constraint payment_purpose_check
  check (purpose in ('booking', 'surcharge', 'recovery', 'renewal', 'replaced'));
-- The payment whose hold it was asked for to renew, and when that one ends.
alter table payment add column renews_payment_id uuid;
alter table payment add column renews_until timestamptz;
alter table payment add foreign key (org_id, renews_payment_id) references payment (org_id, id);
alter table payment add check (purpose <> 'renewal' or renews_payment_id is not null);
alter table payment add check ((renews_payment_id is null) = (renews_until is null));
create unique index payment_renewal on payment (org_id, renews_payment_id) where state not in ('voided', 'expired');
