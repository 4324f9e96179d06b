-- Which proofs the end of a stop needs, one policy for each organisation; without a row the default rules hold.
create table proof_policy (
  org_id uuid primary key references organization (id),
  version integer not null check (version > 0),
  rules jsonb not null,
  changed_at timestamptz not null,
  changed_by uuid
);
select fence('proof_policy');

-- PIN that the recipient of a delivery says to the courier at the door. It is shown on the tracking page while the delivery is
-- open. Wrong tries online are counted; after five of them none is checked online any more.
create table delivery_pin (
  org_id uuid not null references organization (id),
  delivery_id uuid not null,
  pin text not null check (pin ~ '^[0-9]{4}$'),
  wrong_tries integer not null default 0,
  primary key (org_id, delivery_id)
);
select fence('delivery_pin');
