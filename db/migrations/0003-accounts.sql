-- A person is who the identity provider says: (issuer, subject). The membership says what they may do here.
create table person (
  org_id uuid not null references organization (id),
  id uuid not null,
  issuer text not null,
  subject text not null,
  name text not null,
  email text,
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
