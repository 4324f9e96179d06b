-- Whether calls go out to a provider, and to which of its accounts. Written at the first look.
create table payment_gate (
  org_id uuid not null references organization (id),
  provider text not null,
  -- The account that our payments are in and whether its money is real; null where the key may not ask.
  account text,
  is_live boolean,
  -- Nothing goes out until a person opens it again: our key is refused, or of another account or mode.
  stopped_at timestamptz,
  stop_code text,
  met_account text,
  -- Where this database stood when it was last looked at. Elsewhere, it is a backup that was restored.
  place text not null,
  -- Counts the restores; from the second on it is part of every new key.
  epoch integer not null default 1 check (epoch >= 1),
  -- Nothing goes out until our books were compared with the provider's, from then on that a backup may have lost.
  frozen_at timestamptz,
  frozen_from timestamptz,
  primary key (org_id, provider),
  check ((stopped_at is null) = (stop_code is null)),
  check ((frozen_at is null) = (frozen_from is null))
);
select fence('payment_gate');

-- Names this very database: the cluster and its timeline, where we may know them, the database, a table in it. A dump
-- that is restored makes tables anew, a restore to a moment begins a timeline, another machine is another cluster.
create function database_place() returns text language plpgsql stable as $$
declare
  cluster text := '';
begin
  if has_function_privilege('pg_control_system()', 'execute')
     and has_function_privilege('pg_control_checkpoint()', 'execute') then
    execute 'select s.system_identifier || ''.'' || c.timeline_id
             from pg_control_system() s, pg_control_checkpoint() c' into cluster;
  end if;
  return cluster || '/' || (select oid from pg_database where datname = current_database())
    || '/' || 'payment_gate'::regclass::oid;
end $$;
