-- What moved the provider's balance of ours, as it lists it; never changed and never deleted. Amounts in minor units of
-- `currency`, in which the provider keeps the balance. A name is given once by a provider, whatever an account is called.
create table balance_movement (
  org_id uuid not null references organization (id),
  id uuid not null,
  provider text not null,
  account text not null,
  ref text not null,
  kind text not null check (kind in
    ('charge', 'refund', 'refund-failure', 'dispute', 'dispute-reversal', 'fee', 'payout', 'other')),
  intent_ref text,
  -- The refund, the dispute or the payout that it is.
  about_ref text,
  -- The payment that this install marked it with.
  marked_for text,
  currency char(3) not null,
  gross_minor bigint not null,
  fee_minor bigint not null,
  net_minor bigint not null,
  -- The same as the payer's currency counts it; null where it belongs to no payment.
  asked_minor bigint,
  asked_currency char(3),
  rate numeric,
  -- Of what a payment's own entry says about the provider: what this confirms, in the payer's currency.
  settles_minor bigint,
  made_at timestamptz not null,
  available_on timestamptz not null,
  read_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, provider, ref),
  check (net_minor = gross_minor - fee_minor),
  check ((asked_minor is null) = (asked_currency is null) and (asked_minor is null) = (settles_minor is null))
);
create index balance_movement_of_intent on balance_movement (org_id, provider, intent_ref);
create index balance_movement_by_time on balance_movement (org_id, made_at, id);
select fence('balance_movement');
revoke update, delete on balance_movement from waybill_app;
create trigger balance_movement_is_written_once before update or delete on balance_movement
  for each row execute function ledger_is_written_once();

-- What the last comparison of the provider's list with the ledger came to, in each currency.
create table balance_standing (
  org_id uuid not null references organization (id),
  provider text not null,
  currency char(3) not null,
  taken_minor bigint not null,
  given_back_minor bigint not null,
  disputed_minor bigint not null,
  fees_minor bigint not null,
  -- What another install or another software moved in the same account.
  others_minor bigint not null,
  others integer not null,
  paid_out_minor bigint not null,
  there_minor bigint not null,
  -- In our books and not in the provider's list yet.
  on_its_way_minor bigint not null,
  ledger_minor bigint not null,
  read_at timestamptz not null,
  primary key (org_id, provider, currency)
);
select fence('balance_standing');

-- An entry of the ledger is a payment's, or one of the provider's movements'.
alter table ledger_line drop constraint ledger_line_pkey;
alter table ledger_line alter column payment_id drop not null;
alter table ledger_line add column movement_id uuid;
alter table ledger_line add foreign key (org_id, movement_id) references balance_movement (org_id, id);
alter table ledger_line add check ((payment_id is null) <> (movement_id is null));
create unique index ledger_line_of_payment on ledger_line (org_id, payment_id, version, account)
  where payment_id is not null;
create unique index ledger_line_of_movement on ledger_line (org_id, movement_id, version, currency, account)
  where movement_id is not null;
alter table ledger_line drop constraint ledger_line_account_check;
alter table ledger_line add constraint ledger_line_account_check check (account ~ '^[a-z][a-z-]{1,40}$');

create or replace function ledger_balances() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_line
             where org_id = new.org_id and version = new.version
               and ((new.payment_id is not null and payment_id = new.payment_id)
                    or (new.movement_id is not null and movement_id = new.movement_id))
             group by currency having sum(minor) <> 0) then
    raise exception 'entry % of % does not balance', new.version, coalesce(new.payment_id, new.movement_id);
  end if;
  return null;
end $$;

alter table payment_cursor drop constraint payment_cursor_list_check;
alter table payment_cursor add constraint payment_cursor_list_check check (list in ('events', 'balance'));
-- When our key was told that it may not read this list; null since it was read again.
alter table payment_cursor add column denied_at timestamptz;
alter table payment_pass drop constraint payment_pass_name_check;
alter table payment_pass add constraint payment_pass_name_check check (name ~ '^[a-z][a-z-]{1,40}$');

-- The sandbox bank's own list of what moved the shop's balance.
create table sandbox_bank.balance (
  seq bigint generated always as identity primary key,
  id text not null unique generated always as ('txn_sandbox' || seq) stored,
  kind text not null,
  about text,
  intent_id text references sandbox_bank.intent (id),
  amount_minor bigint not null,
  fee_minor bigint not null default 0,
  currency char(3) not null,
  created_at timestamptz not null,
  available_on timestamptz not null,
  -- The payout that it went with.
  payout text
);
create index balance_unpaid on sandbox_bank.balance (available_on) where payout is null and kind <> 'payout';
create index balance_of_payout on sandbox_bank.balance (payout) where payout is not null;

-- What moved before the list was kept.
insert into sandbox_bank.balance (kind, about, intent_id, amount_minor, fee_minor, currency, created_at, available_on)
select b.kind, b.about, b.intent_id, b.amount, b.fee, i.currency, b.at, b.at + interval '2 days'
from (
  select 'charge' as kind, null as about, m.intent_id, m.amount_minor as amount,
    round(m.amount_minor * 0.014)::bigint + 25 as fee, m.at
  from sandbox_bank.movement m where m.kind = 'capture'
  union all
  select 'refund', id, intent_id, -amount_minor, 0, created_at from sandbox_bank.refund where status <> 'failed'
  union all
  select 'dispute', id, intent_id, -amount_minor, fee_minor, opened_at from sandbox_bank.dispute where fee_minor > 0
  union all
  select 'dispute-reversal', id, intent_id, amount_minor - withdrawn_minor, 0, opened_at from sandbox_bank.dispute
  where fee_minor > 0 and withdrawn_minor < amount_minor
) b
join sandbox_bank.intent i on i.id = b.intent_id
order by b.at;
