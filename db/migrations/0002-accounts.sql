-- A person is named by the identity provider: (issuer, subject). The membership says what they may do here.
create table person (
  org_id uuid not null references organization (id),
  id uuid not null,
  issuer text not null,
  subject text not null,
  name text not null,
  email text,
  -- True only where the provider said that it verified the address; nothing is matched by another.
  email_verified boolean not null default false,
  phone text,
  locale text,
  token_roles text[] not null,
  roles text[] not null,
  status text not null check (status in ('invited', 'active', 'suspended')),
  vehicle text,
  courier_id uuid,
  version integer not null default 1,
  last_seen_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, issuer, subject),
  unique (org_id, courier_id)
);
create index person_admin on person (org_id) where 'org-admin' = any (roles);
create index person_by_name on person (org_id, name, id);
select fence('person');

create view people as
  select org_id, id, name, locale, vehicle, courier_id,
    courier_id is not null and status = 'active' and 'courier' = any (roles) as rides
  from person;
select publish('people');

-- Active members with the address that their provider verified; null where there is none.
create view members as
  select org_id, id, name, locale, roles, case when email_verified then email end as email
  from person where status = 'active';
select publish('members');

-- Sign-ins that the API saw: one row for each session of the provider, or for each client where the provider names no
-- sessions. `mark` is the session's name, or the client's.
create table person_session (
  org_id uuid not null references organization (id),
  id uuid not null,
  person_id uuid not null,
  issuer text not null,
  mark text not null,
  has_sid boolean not null,
  client_id text not null,
  browser text,
  system text,
  form text check (form in ('phone', 'tablet', 'desktop')),
  bound boolean not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- When the person last proved who they are in it, by the provider's clock; null where its tokens do not say.
  authenticated_at timestamptz,
  ended_at timestamptz,
  primary key (org_id, id),
  unique (org_id, person_id, issuer, mark),
  foreign key (org_id, person_id) references person (org_id, id)
);
create index person_session_open on person_session (org_id, person_id, last_seen_at desc, id desc) where ended_at is null;
-- The provider ends a session by the session's name alone.
create index person_session_by_mark on person_session (org_id, issuer, mark) where ended_at is null;
create index person_session_age on person_session (last_seen_at);
select fence('person_session');

-- An invitation to become a member. The link is a secret of 22 characters; only its SHA-256 is kept. "expired" is read
-- from expires_at, so the clock needs to write nothing.
create table invitation (
  org_id uuid not null references organization (id),
  id uuid not null,
  email text not null,
  roles text[] not null,
  vehicle text,
  token_hash text not null,
  state text not null check (state in ('open', 'accepted', 'withdrawn')),
  expires_at timestamptz not null,
  invited_by uuid,
  invited_by_name text,
  accepted_by uuid,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (org_id, id),
  unique (org_id, token_hash),
  foreign key (org_id, accepted_by) references person (org_id, id)
);
create unique index invitation_open on invitation (org_id, lower(email)) where state = 'open';
create index invitation_by_age on invitation (org_id, created_at desc, id desc) where state = 'open';
select fence('invitation');
