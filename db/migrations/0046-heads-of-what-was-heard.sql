-- How long the chain of what was heard of a payment is, and the hash at its end: written with each link, under the
-- payment's row lock, and where the next link goes on. An end that was cut off, or a whole chain, is missed here.
alter table payment
  add column heard_count integer not null default 0 check (heard_count >= 0),
  add column heard_hash text not null default '';

update payment p set heard_count = l.nth, heard_hash = l.hash
from (select distinct on (org_id, payment_id) org_id, payment_id, nth, hash
      from payment_snapshot order by org_id, payment_id, nth desc) l
where l.org_id = p.org_id and l.payment_id = p.id;
