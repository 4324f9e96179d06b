-- Times in which the holders of a delivery's tracking link could see its courier. Kept as long as raw tracks are.
create table sighting (
  org_id uuid not null references organization (id),
  id uuid not null,
  courier_id uuid not null,
  delivery_id uuid not null,
  began_at timestamptz not null,
  -- Null while they can.
  ended_at timestamptz check (ended_at >= began_at),
  primary key (org_id, id),
  foreign key (org_id, delivery_id) references delivery (org_id, id)
);
create unique index sighting_open on sighting (org_id, courier_id, delivery_id) where ended_at is null;
create index sighting_of_courier on sighting (org_id, courier_id, began_at desc, id desc);
create index sighting_of_delivery on sighting (org_id, delivery_id);
create index sighting_age on sighting (ended_at);
select fence('sighting');
