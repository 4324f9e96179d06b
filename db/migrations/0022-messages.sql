-- Messages of the office to couriers; text and recipients never change.
create table message (
  org_id uuid not null references organization (id),
  -- The command that sent it.
  id uuid not null,
  text text not null check (text <> ''),
  delivery_id uuid,
  to_all boolean not null,
  sent_by uuid not null,
  sent_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (org_id, id)
);
create index message_newest on message (org_id, sent_at desc, id desc);
create index message_of_delivery on message (org_id, delivery_id, sent_at desc, id desc) where delivery_id is not null;
select fence('message');

-- A courier to whom a message went, and what their phones said of it, with the times of the taps.
create table message_recipient (
  org_id uuid not null,
  message_id uuid not null,
  courier_id uuid not null,
  sent_at timestamptz not null,
  seen_at timestamptz,
  acknowledged_at timestamptz check (seen_at <= acknowledged_at),
  ready text check (ready in ('yes', 'no', 'call_me')),
  answer text,
  primary key (org_id, message_id, courier_id),
  foreign key (org_id, message_id) references message (org_id, id),
  check (acknowledged_at is null or seen_at is not null),
  check (num_nonnulls(ready, answer) = 0 or (num_nonnulls(ready, answer) = 1 and acknowledged_at is not null))
);
create index message_of_courier on message_recipient (org_id, courier_id, sent_at desc);
create index message_unacknowledged on message_recipient (org_id, sent_at desc, message_id) where acknowledged_at is null;
select fence('message_recipient');
