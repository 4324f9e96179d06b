-- A hold that ends is not renewed: nothing can be booked further ahead than a hold lasts, less a day.
drop index payment_renewal;
alter table payment drop column renews_payment_id, drop column renews_until;
alter table payment drop constraint payment_purpose_check;
alter table payment add constraint payment_purpose_check check (purpose in ('booking', 'surcharge', 'recovery'));
