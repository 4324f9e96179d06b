-- Published price lists never change; the newest version prices new quotes.
create table price_list (
  org_id uuid not null references organization (id),
  version integer not null check (version > 0),
  rules jsonb not null,
  published_at timestamptz not null,
  published_by uuid,
  published_by_name text,
  primary key (org_id, version)
);
select fence('price_list');

create table quote (
  org_id uuid not null references organization (id),
  id uuid not null,
  state text not null check (state in ('open', 'accepted', 'expired', 'superseded', 'withdrawn')),
  request jsonb not null,
  request_hash text not null,
  distance_m integer not null,
  distance_source text not null,
  pickup_window jsonb not null,
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
