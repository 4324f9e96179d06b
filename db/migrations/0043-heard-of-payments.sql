-- What the provider said about each payment, in the order in which we heard it. Each row carries the hash of the one
-- before: a row that was changed, left out or put in breaks the chain of its payment. One chain a payment, written under
-- that payment's row lock: no payment waits for another's.
create table payment_snapshot (
  org_id uuid not null references organization (id),
  payment_id uuid not null,
  nth integer not null check (nth > 0),
  kind text not null check (kind in ('intent', 'refund', 'dispute')),
  -- The provider's name of what it spoke of.
  ref text not null,
  seen jsonb not null,
  heard_at timestamptz not null,
  before text not null,
  hash text not null,
  primary key (org_id, payment_id, nth),
  foreign key (org_id, payment_id) references payment (org_id, id)
);
select fence('payment_snapshot');
revoke update, delete on payment_snapshot from waybill_app;

create function payment_snapshot_is_written_once() returns trigger language plpgsql as $$
begin
  raise exception 'what was heard is neither changed nor deleted';
end $$;
create trigger payment_snapshot_is_written_once before update or delete on payment_snapshot
  for each row execute function payment_snapshot_is_written_once();

-- A row's own hash: SHA-256 in hex, of the hash before and of everything that stands in the row.
create function snapshot_hash(before text, payment_id uuid, nth integer, kind text, ref text, seen jsonb, heard_at timestamptz)
  returns text language sql immutable parallel safe as $$
  select encode(sha256(convert_to(concat_ws(E'\n', before, payment_id::text, nth::text, kind, ref, seen::text,
    extract(epoch from heard_at)::text), 'UTF8')), 'hex')
$$;
