-- What the embedded identity provider keeps, so that a restart signs nobody out. Only the owner reads it: requests
-- run as waybill_app, which has no right on this schema. Empty where a provider of one's own is used.
create schema oidc;

-- Sessions, grants, codes, tokens in the provider's own shape. consumed_at makes a code good for one use.
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
