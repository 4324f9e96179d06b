-- Steps of the first set-up that an administrator has left behind, done or as they were, when it was finished, and when a
-- mail server first took a test mail.
create table setup_progress (
  org_id uuid not null references organization (id),
  step text not null check (step in ('name', 'money', 'area', 'hours', 'vehicles', 'people', 'price', 'finish', 'mail')),
  at timestamptz not null,
  by uuid,
  primary key (org_id, step)
);
select fence('setup_progress');

-- Changes the caller's own organisation: the application may only read that table.
create function edit_organization(said_name text, said_currency text, said_zone text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update organization set name = said_name, currency = said_currency, timezone = said_zone where id = app_org()
$$;
revoke execute on function edit_organization(text, text, text) from public;
grant execute on function edit_organization(text, text, text) to waybill_app;
