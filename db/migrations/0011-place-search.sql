-- Which version of the imported map the places of an organisation come from.
create table map_version (
  org_id uuid primary key references organization (id),
  version text not null,
  loaded_at timestamptz not null
);
select fence('map_version');

-- Streets and points of interest are few and are compared one by one; houses are found by their street.
-- The trigram index cannot be used behind row-level security, because its operators are not leakproof.
drop index place_doc;
create index place_named on place (org_id) where kind <> 'address';
create index place_house on place (org_id, street, house_number) where kind = 'address';
