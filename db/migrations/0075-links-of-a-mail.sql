-- The links of a confirmation that is not known to have gone out: each try sends the same ones, as the first may have
-- arrived. They are forgotten once it was sent.
alter table booking_mail alter column sent_at drop not null;
alter table booking_mail add column made_at timestamptz;
alter table booking_mail add column page text;
alter table booking_mail add column link text;
alter table booking_mail add check ((sent_at is null) = (page is not null and link is not null and made_at is not null));
