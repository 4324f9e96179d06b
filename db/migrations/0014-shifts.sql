-- Vehicles of the company.
create table vehicle (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  class text not null check (class in ('foot', 'bike', 'cargo_bike', 'moped', 'car', 'van')),
  parcels integer not null check (parcels > 0),
  mass_g integer not null check (mass_g > 0),
  volume_ml integer not null check (volume_ml > 0),
  -- Not given to anybody any more.
  retired boolean not null default false,
  version integer not null,
  primary key (org_id, id)
);
create unique index vehicle_name on vehicle (org_id, lower(name)) where not retired;
select fence('vehicle');

create view vehicles as select org_id, id, name, class from vehicle where not retired;
select publish('vehicles');

-- The vehicle that a courier usually has, and skills: words of the company. No row: none of both.
create table courier_means (
  org_id uuid not null references organization (id),
  courier_id uuid not null,
  vehicle_id uuid,
  skills text[] not null,
  version integer not null,
  primary key (org_id, courier_id),
  foreign key (org_id, vehicle_id) references vehicle (org_id, id)
);
select fence('courier_means');

-- Planned work, and wishes for it. When somebody really is on duty stands in shift.
create table planned_shift (
  org_id uuid not null references organization (id),
  id uuid not null,
  courier_id uuid not null,
  -- On which it begins, in the zone of the area.
  date date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (starts_at < ends_at),
  -- [{earliest, latest, seconds}]: milliseconds between which each rest begins.
  rests jsonb not null,
  -- Null: the courier's usual one.
  vehicle_id uuid,
  -- asked and refused are no work; declined is, until dispatch frees the courier.
  state text not null check (state in ('asked', 'refused', 'planned', 'declined', 'freed')),
  -- Words of the courier with a wish.
  note text,
  version integer not null,
  changed_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, vehicle_id) references vehicle (org_id, id)
);
create index planned_shift_of_courier on planned_shift (org_id, courier_id, date);
create index planned_shift_of_date on planned_shift (org_id, date);
select fence('planned_shift');

-- Begins of planned work that no courier asked to be freed of.
create index planned_shift_begins on planned_shift (starts_at) where state = 'planned';
create view shift_begins as
  select distinct org_id, courier_id, starts_at from planned_shift where state = 'planned';
select publish('shift_begins');
