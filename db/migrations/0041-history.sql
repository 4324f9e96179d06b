-- Commands of the desk, each written in the transaction that carried it out, with its way back where it has one. Ids, codes
-- and days alone; values of before stand with the things themselves. Kept for some days.
create table desk_command (
  org_id uuid not null references organization (id),
  -- The call's key.
  id uuid not null,
  at timestamptz not null,
  -- Transaction that carried it out: its events are the command's.
  xid xid8 not null default pg_current_xact_id(),
  actor_id uuid,
  kind text not null,
  facts jsonb not null,
  -- Things that it changed: aggregate and id.
  things jsonb not null,
  -- Position of its last event: what changed the same things later stands behind it.
  mark bigint not null,
  -- Null where it cannot be undone.
  inverse jsonb,
  undone_at timestamptz,
  undone_by uuid,
  primary key (org_id, id)
);
create index desk_command_newest on desk_command (org_id, at desc, id desc);
create index desk_command_of_transaction on desk_command (org_id, xid);
select fence('desk_command');
