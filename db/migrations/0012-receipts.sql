-- The seller as receipts name it from now on; a receipt keeps what it said. Before it is set, receipts bear what the
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

-- The last number given in each year. Its row is locked from the number's taking to the end of that transaction: a
-- rollback takes its number back, so a series has no gap and no number twice.
create table receipt_series (
  org_id uuid not null references organization (id),
  kind text not null check (kind in ('receipt', 'credit-note', 'cancel-note')),
  year integer not null check (year between 2000 and 9999),
  last integer not null check (last > 0),
  primary key (org_id, kind, year)
);
select fence('receipt_series');
revoke delete on receipt_series from waybill_app;

-- One receipt per capture, one credit note per refund at most, with everything that stands on it; a credit note that
-- counts no more is cancelled by one of its own. Never changed, never deleted.
create table receipt (
  org_id uuid not null references organization (id),
  id uuid not null,
  kind text not null check (kind in ('receipt', 'credit-note', 'cancel-note')),
  year integer not null,
  nth integer not null check (nth > 0),
  number text not null,
  payment_id uuid not null,
  -- The change of the payment that it vouches for.
  payment_version integer not null,
  refund_id uuid,
  cancels uuid,
  total_minor bigint not null check (total_minor > 0),
  tax_minor bigint not null check (tax_minor between 0 and total_minor),
  currency char(3) not null,
  content jsonb not null,
  issued_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, payment_id) references payment (org_id, id),
  foreign key (org_id, refund_id) references refund_request (org_id, id),
  foreign key (org_id, cancels) references receipt (org_id, id),
  unique (org_id, kind, year, nth),
  check ((kind = 'cancel-note') = (cancels is not null))
);
create index receipt_newest on receipt (org_id, issued_at desc, id desc);
create unique index receipt_of_change on receipt (org_id, payment_id, payment_version) where kind = 'receipt';
create unique index receipt_of_refund on receipt (org_id, refund_id, kind) where refund_id is not null;
create unique index receipt_cancels on receipt (org_id, cancels) where cancels is not null;
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

-- Receipts that were sent by mail: a job that runs again sends nothing again.
create table receipt_mail (
  org_id uuid not null references organization (id),
  receipt_id uuid not null,
  sent_at timestamptz not null,
  primary key (org_id, receipt_id),
  foreign key (org_id, receipt_id) references receipt (org_id, id)
);
select fence('receipt_mail');

create view sellers as
  select org_id, name from seller;
select publish('sellers');
