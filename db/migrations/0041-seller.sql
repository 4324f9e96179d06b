-- Who sells, as receipts name it: each change is the next version, and none is ever changed. Before the first, receipts
-- bear what the organisation says of itself.
create table seller (
  org_id uuid not null references organization (id),
  version integer not null check (version > 0),
  name text not null check (name <> ''),
  address text not null check (address <> ''),
  tax_id text not null check (tax_id <> ''),
  email text,
  phone text,
  footer text,
  changed_at timestamptz not null,
  -- null where Waybill wrote it itself.
  changed_by uuid,
  changed_by_name text,
  primary key (org_id, version)
);
select fence('seller');
revoke update, delete on seller from waybill_app;

create function seller_is_written_once() returns trigger language plpgsql as $$
begin
  raise exception 'what the seller was is neither changed nor deleted';
end $$;
create trigger seller_is_written_once before update or delete on seller
  for each row execute function seller_is_written_once();
