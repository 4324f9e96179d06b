-- Confirmations by mail: a job that runs again sends nothing again.
create table booking_mail (
  org_id uuid not null references organization (id),
  order_id uuid not null,
  sent_at timestamptz,
  -- The links of a confirmation that is not known to have gone out: each try sends the same ones, as the first may have
  -- arrived. They are forgotten once it was sent.
  made_at timestamptz,
  page text,
  link text,
  primary key (org_id, order_id),
  foreign key (org_id, order_id) references sales_order (org_id, id),
  check ((sent_at is null) = (page is not null and link is not null and made_at is not null))
);
create index booking_mail_age on booking_mail (made_at);
select fence('booking_mail');
