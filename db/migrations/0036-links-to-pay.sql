-- Keys in the links to pay with, for guests: each opens its order as their booking key does. Several stand at once.
create table pay_link_key (
  org_id uuid not null references organization (id),
  -- Of the key, which nobody keeps.
  hash text not null,
  order_id uuid not null,
  -- What it was sent to pay; a day after that came to rest, the link is used up.
  payment_id uuid not null,
  made_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > made_at),
  primary key (org_id, hash),
  foreign key (org_id, order_id) references sales_order (org_id, id),
  foreign key (org_id, payment_id) references payment (org_id, id)
);
create index pay_link_key_of_order on pay_link_key (org_id, order_id, expires_at);
select fence('pay_link_key');

-- Links that are out already go on to open; the column itself is read no more.
insert into pay_link_key (org_id, hash, order_id, payment_id, made_at, expires_at)
select o.org_id, o.pay_key_hash, o.id, p.id, now(), now() + interval '30 days'
from sales_order o
join lateral (select id from payment p where p.org_id = o.org_id and p.order_id = o.id and p.purpose <> 'booking'
              order by p.created_at desc, p.id desc limit 1) p on true
where o.pay_key_hash is not null;

-- Payments that may stop the work on their delivery: looked for every minute.
create index payment_lost_or_in_doubt on payment (org_id, order_id) where state in ('review', 'expired');
