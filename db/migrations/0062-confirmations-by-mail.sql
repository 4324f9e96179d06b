-- Keys in the confirmations that guests get by mail: each opens its order as their booking key does.
create table order_key (
  org_id uuid not null references organization (id),
  -- Of the key, which nobody keeps.
  hash text not null,
  order_id uuid not null,
  made_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > made_at),
  primary key (org_id, hash),
  foreign key (org_id, order_id) references sales_order (org_id, id)
);
create index order_key_of_order on order_key (org_id, order_id);
select fence('order_key');

-- That a confirmation was sent, and when: a job that runs again sends nothing again.
create table booking_mail (
  org_id uuid not null references organization (id),
  order_id uuid not null,
  sent_at timestamptz not null,
  primary key (org_id, order_id),
  foreign key (org_id, order_id) references sales_order (org_id, id)
);
select fence('booking_mail');

-- The language of the page it was booked on: a guest has no account that knows it.
alter table sales_order add column locale text;
