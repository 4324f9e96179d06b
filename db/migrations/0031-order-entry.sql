-- Orders that one press of the office made: one pickup, several drops. Each is an order of its own, with its price and payment.
create table entered_together (
  org_id uuid not null references organization (id),
  order_id uuid not null,
  group_id uuid not null,
  -- From 1, as they were entered.
  ordinal integer not null check (ordinal between 1 and 10),
  primary key (org_id, order_id),
  unique (org_id, group_id, ordinal)
);
select fence('entered_together');
