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
