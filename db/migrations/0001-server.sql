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

-- State of signing in. Only the owner reads it: requests run as waybill_app, which has no right on this schema.
create schema oidc;

-- Sessions, grants, codes and tokens of the embedded identity provider, in its own shape, so that a restart signs nobody
-- out. Empty where another provider is used. consumed_at makes a code good for one use.
create table oidc.record (
  kind text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (kind, id)
);
create index record_by_grant on oidc.record (grant_id) where grant_id is not null;
create index record_by_uid on oidc.record (kind, uid) where uid is not null;
create index record_by_expiry on oidc.record (expires_at) where expires_at is not null;

-- Signing keys and cookie keys.
create table oidc.secret (
  name text primary key,
  value jsonb not null,
  created_at timestamptz not null default now()
);

-- Sign-ins that ended before their tokens run out: one session of the provider, or all that a person had up to a moment.
-- Every process keeps a copy in memory and reads what is new; xid also finds what a long transaction commits late.
create table oidc.session_end (
  issuer text not null,
  kind text not null check (kind in ('session', 'person')),
  value text not null,
  ended_at timestamptz not null,
  -- By then no token of it is good any more.
  forget_at timestamptz not null,
  xid xid8 not null default pg_current_xact_id(),
  primary key (issuer, kind, value)
);
create index session_end_by_xid on oidc.session_end (xid);
create index session_end_by_forgetting on oidc.session_end (forget_at);

-- Ends a sign-in within a request's transaction; an earlier end of the same is never taken back.
create function end_sign_in(issuer text, kind text, value text, ended_at timestamptz, forget_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into oidc.session_end as known (issuer, kind, value, ended_at, forget_at)
  values ($1, $2, $3, $4, $5)
  on conflict on constraint session_end_pkey do update set
    ended_at = greatest(known.ended_at, excluded.ended_at),
    forget_at = greatest(known.forget_at, excluded.forget_at),
    xid = pg_current_xact_id()
$$;
revoke execute on function end_sign_in from public;
grant execute on function end_sign_in to waybill_app;

-- Values that are good for one use (DPoP proofs, logout tokens), by their SHA-256, over all processes. Unlogged: one
-- insert for every call, no write-ahead log. A crash empties it; a proof of the last minute could then be used once more.
create unlogged table oidc.used_once (
  digest bytea primary key,
  forget_at timestamptz not null
);
create index used_once_by_forgetting on oidc.used_once (forget_at);
