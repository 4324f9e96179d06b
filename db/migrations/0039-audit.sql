-- Acts by which somebody with power changed what others see or may do, or took data or money out. Ids and codes alone: a
-- person who is forgotten elsewhere need not be forgotten here. Rows are inserted in the transaction of their act, and
-- nobody changes or deletes one.
create table audit_entry (
  org_id uuid not null references organization (id),
  id uuid not null,
  position bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null,
  actor_kind text not null,
  actor_id uuid,
  -- Those of the actor's roles that allow the act.
  roles text[] not null,
  -- SHA-256 of the sign-in's session; null where there is none.
  session_hash text,
  act text not null,
  subject_kind text not null,
  subject_id text not null,
  facts jsonb not null,
  request_id text not null,
  -- The call's own key: sent again, a call is recorded once.
  call_key uuid not null,
  primary key (org_id, id),
  unique (org_id, call_key, act)
);
create index audit_newest on audit_entry (org_id, at desc, id desc);
create index audit_of_person on audit_entry (org_id, actor_id, at desc, id desc);
select fence('audit_entry');
revoke update, delete on audit_entry from waybill_app;

-- Entries that no link of the chain holds yet.
create table audit_unsealed (
  org_id uuid not null,
  entry_id uuid not null,
  primary key (org_id, entry_id),
  foreign key (org_id, entry_id) references audit_entry (org_id, id)
);
select fence('audit_unsealed');
revoke update, delete on audit_unsealed from waybill_app;

-- The chain: each link is the SHA-256 of the one before it and of its entry.
create table audit_seal (
  org_id uuid not null,
  number bigint not null check (number > 0),
  entry_id uuid not null,
  link text not null check (link ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz not null,
  primary key (org_id, number),
  unique (org_id, entry_id),
  foreign key (org_id, entry_id) references audit_entry (org_id, id)
);
select fence('audit_seal');
revoke insert, update, delete on audit_seal from waybill_app;

create function audit_to_be_sealed() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed (org_id, entry_id) values (new.org_id, new.id);
  return null;
end $$;
create trigger to_be_sealed after insert on audit_entry for each row execute function audit_to_be_sealed();

create function audit_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to' using errcode = 'insufficient_privilege';
end $$;
create trigger kept before update or delete or truncate on audit_entry execute function audit_is_kept();
create trigger kept before update or delete or truncate on audit_seal execute function audit_is_kept();
