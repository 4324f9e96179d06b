-- Searchable places of the imported map. They belong to no person and hold no personal data.
create table place (
  org_id uuid not null references organization (id),
  id bigint generated always as identity,
  kind text not null check (kind in ('address', 'street', 'poi')),
  label text not null,
  -- The searched text: lower case, without accents.
  doc text not null,
  street text,
  house_number text,
  postcode text,
  city text,
  lon double precision not null,
  lat double precision not null,
  precision text not null,
  primary key (org_id, id)
);
create index place_at on place (org_id, lat, lon);
-- Streets and points of interest are few and are compared one by one; houses are found by their street.
-- A trigram index cannot be used behind row-level security, because its operators are not leakproof.
create index place_named on place (org_id) where kind <> 'address';
create index place_house on place (org_id, street, house_number) where kind = 'address';
select fence('place');

create view places as
  select org_id, id, kind, label, street, house_number, postcode, city, lon, lat from place;
select publish('places');

create table service_area (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  timezone text not null,
  polygon jsonb not null,
  hours jsonb not null,
  max_distance_m integer not null check (max_distance_m > 0),
  max_mass_g integer not null check (max_mass_g > 0),
  version integer not null default 1,
  primary key (org_id, id)
);
select fence('service_area');

-- Version of the imported map that the places of an organisation come from.
create table map_version (
  org_id uuid primary key references organization (id),
  version text not null,
  loaded_at timestamptz not null
);
select fence('map_version');
