-- Who tried to pay a payment by card, and from where: what limits declined cards, and what sees that cards are tested.
-- Forgotten after a day.
create table card_try (
  org_id uuid not null references organization (id),
  payment_id uuid not null,
  -- Of the caller, IPv6 by its network; empty where Waybill itself calls.
  address text not null,
  -- The person, or the hash of the guest's booking key.
  payer text not null,
  opened_at timestamptz not null,
  declines int not null default 0 check (declines >= 0),
  declined_at timestamptz,
  held_at timestamptz,
  primary key (org_id, payment_id, address),
  foreign key (org_id, payment_id) references payment (org_id, id)
);
create index card_try_of_address on card_try (org_id, address, opened_at);
create index card_try_of_payer on card_try (org_id, payer, opened_at);
create index card_try_newest on card_try (org_id, opened_at);
select fence('card_try');
