-- Every table of a room carries org_id first in its keys and is fenced by row-level security: requests run as
-- waybill_app with app.org set for the transaction. After a transaction the setting reads '', hence nullif.
-- An owner who may not create roles is given it beforehand: create role waybill_app nologin; grant waybill_app to ….
do $$ begin
  if not exists (select from pg_roles where rolname = 'waybill_app') then
    create role waybill_app nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant waybill_app to %I', current_user);
exception when others then
  if not pg_has_role(current_user, 'waybill_app', 'member') then raise; end if;
end $$;
do $$ begin
  execute format('grant usage on schema public to waybill_app');
end $$;

create extension if not exists pg_trgm;

create function app_org() returns uuid language sql stable
  as $$ select nullif(current_setting('app.org', true), '')::uuid $$;

-- Fences a table of a room: the application role sees and writes only rows of the transaction's organisation. The
-- owner is not fenced (no FORCE): its jobs span organisations, and it need not be a superuser for that.
create function fence(tab regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tab);
  execute format('create policy by_org on %s using (org_id = app_org()) with check (org_id = app_org())', tab);
  execute format('grant select, insert, update, delete on %s to waybill_app', tab);
end $$;

-- Publishes a view of a room's table to later rooms: they read it as the caller, behind the same fence, and write nothing.
create function publish(seen regclass) returns void language plpgsql as $$
begin
  execute format('alter view %s set (security_invoker = true)', seen);
  execute format('grant select on %s to waybill_app', seen);
end $$;

create table organization (
  id uuid primary key,
  kind text not null check (kind in ('carrier', 'merchant')),
  parent_id uuid references organization (id),
  name text not null,
  currency char(3) not null,
  timezone text not null,
  -- Printed on receipts until a seller is set; null until the operator says them.
  address text,
  tax_id text,
  demo boolean not null default false,
  created_at timestamptz not null
);
grant select on organization to waybill_app;

-- Each event is written in the transaction that made it happen. seq has no gaps within one aggregate.
-- Readers go by transaction (xid) and then by position, and stop before the oldest running transaction.
create table event (
  org_id uuid not null references organization (id),
  aggregate text not null,
  aggregate_id uuid not null,
  seq integer not null check (seq > 0),
  position bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  type text not null,
  data jsonb not null,
  audience jsonb not null,
  command_id uuid,
  actor_kind text not null,
  actor_id uuid,
  actor_name text,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (org_id, aggregate, aggregate_id, seq)
);
create unique index event_order on event (xid, position);
create unique index event_order_of_org on event (org_id, xid, position);
select fence('event');

-- Every accepted command, for ever: the same id is never carried out twice.
create table command (
  org_id uuid not null references organization (id),
  id uuid not null,
  type text not null,
  aggregate_id uuid not null,
  body_hash text not null,
  actor_id uuid,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (org_id, id)
);
select fence('command');

-- Replies to writes, so that a retry reads the same bytes. status is null while the first call runs.
create table idempotency (
  org_id uuid not null references organization (id),
  caller text not null,
  key uuid not null,
  endpoint text not null,
  body_hash text not null,
  status integer,
  reply jsonb,
  -- The call that holds the key; a later one may take it over once leased_until has passed.
  lease uuid not null default gen_random_uuid(),
  leased_until timestamptz not null,
  created_at timestamptz not null,
  primary key (org_id, caller, key)
);
create index idempotency_age on idempotency (created_at);
select fence('idempotency');
