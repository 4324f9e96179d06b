-- Keys in the links to pay with, for guests: each opens its order as their booking key does. Several stand at once.
create table pay_link_key (
  org_id uuid not null references organization (id),
  -- SHA-256 of the key, which is kept nowhere.
  hash text not null,
  order_id uuid not null,
  -- The payment it was sent for; a day after that came to rest, the link is used up. A guest's own link to pay later names
  -- none: one may not be begun yet. It ends as others do, with the booking's.
  payment_id uuid,
  made_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > made_at),
  primary key (org_id, hash),
  foreign key (org_id, order_id) references sales_order (org_id, id),
  foreign key (org_id, payment_id) references payment (org_id, id)
);
create index pay_link_key_of_order on pay_link_key (org_id, order_id, expires_at);
select fence('pay_link_key');
