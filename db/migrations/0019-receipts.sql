-- What the seller is by law, printed on receipts; null until the operator says it.
alter table organization add column address text, add column tax_id text;

-- The last number given in each year. Its row is locked from the number's taking to the end of that transaction: what
-- rolls back gives its number back, so a series has no gap and no number twice.
create table receipt_series (
  org_id uuid not null references organization (id),
  kind text not null check (kind in ('receipt', 'credit-note')),
  year integer not null check (year between 2000 and 9999),
  last integer not null check (last > 0),
  primary key (org_id, kind, year)
);
select fence('receipt_series');
revoke delete on receipt_series from waybill_app;

-- One receipt per capture, one credit note per refund, with everything that stands on it. Never changed, never deleted.
create table receipt (
  org_id uuid not null references organization (id),
  id uuid not null,
  kind text not null check (kind in ('receipt', 'credit-note')),
  year integer not null,
  nth integer not null check (nth > 0),
  number text not null,
  payment_id uuid not null,
  -- The change of the payment that it vouches for.
  payment_version integer not null,
  total_minor bigint not null check (total_minor > 0),
  tax_minor bigint not null check (tax_minor between 0 and total_minor),
  currency char(3) not null,
  content jsonb not null,
  issued_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, payment_id) references payment (org_id, id),
  unique (org_id, kind, year, nth),
  unique (org_id, payment_id, payment_version, kind)
);
create index receipt_newest on receipt (org_id, issued_at desc, id desc);
select fence('receipt');
revoke update, delete on receipt from waybill_app;

create function receipt_is_written_once() returns trigger language plpgsql as $$
begin
  raise exception 'receipts are neither changed nor deleted';
end $$;
create trigger receipt_is_written_once before update or delete on receipt
  for each row execute function receipt_is_written_once();

create function receipt_follows_the_last() returns trigger language plpgsql as $$
begin
  if new.nth > 1 and not exists (
    select from receipt where org_id = new.org_id and kind = new.kind and year = new.year and nth = new.nth - 1
  ) then
    raise exception 'receipt % leaves a gap', new.number;
  end if;
  return null;
end $$;
create constraint trigger receipt_follows_the_last after insert on receipt
  deferrable initially deferred for each row execute function receipt_follows_the_last();
