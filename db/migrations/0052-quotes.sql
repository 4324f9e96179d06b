-- Terms of the service levels, whole with each change: a quote names the version that it was made by. Without a row
-- the default terms hold, as version 0.
create table service_levels (
  org_id uuid not null references organization (id),
  version integer not null check (version > 0),
  levels jsonb not null,
  changed_at timestamptz not null,
  changed_by uuid,
  changed_by_name text,
  primary key (org_id, version)
);
select fence('service_levels');

alter table quote add column levels_version integer not null default 0 check (levels_version >= 0);

create view price_lists as select org_id, version, published_at, published_by from price_list;
select publish('price_lists');
-- Prices that were asked for, by anybody, without the prices.
create view asked_prices as select org_id, id from quote;
select publish('asked_prices');
