-- States of single parcels, for lists: of deliveries alone whose parcels went different ways. The rooms compute them from the
-- delivery's events; only the writer of deliveries writes this, in the transaction of those events.
create table parcel_place (
  org_id uuid not null references organization (id),
  delivery_id uuid not null,
  -- As on the label.
  code text not null,
  state text not null check (state in ('announced', 'on_board', 'at_hub', 'delivered', 'returned', 'disposed', 'lost',
    'not_sent')),
  -- Reason of the last time that it did not change hands.
  how text check (how in ('missing', 'damaged', 'refused')),
  primary key (org_id, delivery_id, code)
);
select fence('parcel_place');

create view parcel_places as select org_id, delivery_id, code, state, how from parcel_place;
select publish('parcel_places');
