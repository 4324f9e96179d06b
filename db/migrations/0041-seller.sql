-- Who sells, as receipts name it from now on; a receipt keeps what it said. Before anybody said it, receipts bear what the
-- organisation says of itself.
create table seller (
  org_id uuid primary key references organization (id),
  -- Counts the changes: one that was made of an older one is refused.
  version integer not null check (version > 0),
  name text not null check (name <> ''),
  address text not null check (address <> ''),
  tax_id text not null check (tax_id <> ''),
  email text,
  phone text,
  footer text,
  changed_at timestamptz not null,
  -- null where Waybill wrote it itself.
  changed_by_name text
);
select fence('seller');
revoke delete on seller from waybill_app;
