-- The payer's address that went out with an operation's key: a repeat under the same key says the same.
alter table payment_op add column payer_address text;
update payment_op o set payer_address = (
  select t.address from card_try t where t.org_id = o.org_id and t.payment_id = o.payment_id and t.address <> ''
  order by t.first_opened_at, t.address limit 1)
where o.kind = 'open' and o.state = 'sent';
