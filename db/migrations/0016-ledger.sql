-- The tax within a payment's amount, frozen with it.
alter table payment add column tax_minor bigint not null default 0;
update payment p
set tax_minor = coalesce((select sum((t -> 'amount' ->> 'minor')::bigint)
                          from sales_order o, jsonb_array_elements(o.price -> 'taxes') t
                          where o.org_id = p.org_id and o.id = p.order_id), 0);
alter table payment add check (tax_minor between 0 and amount_minor);

-- What every change of a payment moved between accounts: debits positive, one entry per version of the payment.
-- Written in the transaction of the change, never changed and never deleted.
create table ledger_line (
  org_id uuid not null references organization (id),
  payment_id uuid not null,
  version integer not null,
  account text not null check (account in ('holds', 'held-for-senders', 'provider', 'revenue', 'tax', 'refunds')),
  minor bigint not null check (minor <> 0),
  currency char(3) not null,
  at timestamptz not null,
  primary key (org_id, payment_id, version, account),
  foreign key (org_id, payment_id) references payment (org_id, id)
);
create index payment_newest on payment (org_id, created_at desc, id desc);
create index ledger_line_by_time on ledger_line (org_id, at);
select fence('ledger_line');
revoke update, delete on ledger_line from waybill_app;

create function ledger_is_written_once() returns trigger language plpgsql as $$
begin
  raise exception 'lines of the ledger are neither changed nor deleted';
end $$;
create trigger ledger_is_written_once before update or delete on ledger_line
  for each row execute function ledger_is_written_once();

create function ledger_balances() returns trigger language plpgsql as $$
begin
  if (select sum(minor) from ledger_line
      where org_id = new.org_id and payment_id = new.payment_id and version = new.version) <> 0 then
    raise exception 'entry % of payment % does not balance', new.version, new.payment_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_balances after insert on ledger_line
  deferrable initially deferred for each row execute function ledger_balances();

-- What stands before the ledger began: one opening entry per payment.
insert into ledger_line (org_id, payment_id, version, account, minor, currency, at)
select p.org_id, p.id, p.version, l.account, l.minor, p.currency, coalesce(p.settled_at, p.created_at)
from payment p
cross join lateral (select round(p.captured_minor * p.tax_minor::numeric / p.amount_minor)::bigint as tax,
  case when p.captured_minor = 0 and not p.canceled_seen and p.state <> 'expired' then p.authorized_minor else 0 end
    as held) s
cross join lateral (values ('holds', s.held), ('held-for-senders', -s.held), ('provider', p.captured_minor),
  ('revenue', s.tax - p.captured_minor), ('tax', -s.tax)) l (account, minor)
where l.minor <> 0;
