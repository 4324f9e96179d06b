-- Published price lists never change; the newest version prices new quotes.
create table price_list (
  org_id uuid not null references organization (id),
  version integer not null check (version > 0),
  rules jsonb not null,
  -- Requests with the totals that they must cost by these rules.
  cases jsonb not null default '[]',
  published_at timestamptz not null,
  published_by uuid,
  published_by_name text,
  primary key (org_id, version)
);
select fence('price_list');

create view price_lists as
  select org_id, version, published_at, published_by,
    rules @> '[{"do": {"kind": "extraAttempt"}}, {"do": {"kind": "return"}}]' as prices_later
  from price_list;
select publish('price_lists');

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

create table quote (
  org_id uuid not null references organization (id),
  id uuid not null,
  state text not null check (state in ('open', 'accepted', 'expired', 'superseded', 'withdrawn')),
  request jsonb not null,
  request_hash text not null,
  distance_m integer not null,
  distance_source text not null,
  pickup_window jsonb not null,
  -- Of the service levels that it was made by.
  levels_version integer not null default 0 check (levels_version >= 0),
  -- What the price depends on, whether or not a rule asked for it; null in quotes that keep no more than their request.
  facts jsonb,
  price jsonb not null,
  total_minor bigint not null check (total_minor >= 0),
  currency char(3) not null,
  asked_by uuid,
  -- A guest's quote belongs to the holder of the booking key that it was asked with; only its hash is kept.
  booking_key_hash text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (org_id, id)
);
create index quote_open on quote (org_id, expires_at) where state = 'open';
select fence('quote');

-- Prices that were asked for, by anybody, without the prices.
create view asked_prices as select org_id, id from quote;
select publish('asked_prices');

-- Quotes as prices that were made, with everything that their price depends on and without places or people.
create view quoted_prices as
  select org_id, id, request ->> 'serviceLevel' as service_level, request -> 'window' ->> 'start' as window_start,
    jsonb_path_query_array(request, '$.parcels[*].massG') as parcel_masses, distance_m, facts, price, total_minor, currency,
    created_at
  from quote;
select publish('quoted_prices');
