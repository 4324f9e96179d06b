-- Files of deliveries that the office imports.
create table import_file (
  org_id uuid not null references organization (id),
  -- The command that brought it.
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('csv', 'xlsx')),
  state text not null
    check (state in ('columns', 'checking', 'checked', 'importing', 'cancelled', 'done', 'undoing', 'undone')),
  -- Name and first values of each column.
  columns jsonb not null,
  -- Of the columns' names in any order.
  header_hash text not null,
  read_as jsonb not null,
  -- Null until the columns are settled.
  mapping jsonb,
  created_by uuid,
  created_at timestamptz not null,
  -- Who confirmed it last: deliveries are entered by them.
  confirmed_by uuid,
  confirmed_name text,
  -- Raised by every step, so that work of an earlier one writes nothing.
  run integer not null default 0,
  -- Rows that the current check began with; its progress is counted by them.
  to_check integer not null default 0,
  -- A job works on it until then, by the database's clock.
  worked_until timestamptz,
  primary key (org_id, id)
);
create index import_file_newest on import_file (org_id, created_at desc, id desc);
create index import_file_working on import_file (org_id) where state in ('checking', 'importing', 'undoing');
select fence('import_file');

create table import_row (
  org_id uuid not null,
  import_id uuid not null,
  -- Row of the file as a spreadsheet counts it: the header is 1.
  no integer not null,
  id uuid not null,
  cells jsonb not null,
  -- Corrections: texts by field, and places that were chosen.
  changes jsonb not null default '{}',
  state text not null check (state in ('new', 'ready', 'faulty', 'known', 'imported', 'undone', 'kept')),
  faults jsonb not null default '[]',
  -- Hash by which the row is known again.
  row_key text,
  -- The order to enter.
  entry jsonb,
  total_minor bigint,
  currency char(3),
  order_id uuid,
  delivery_id uuid,
  primary key (org_id, import_id, no),
  foreign key (org_id, import_id) references import_file (org_id, id) on delete cascade,
  check (state <> 'ready' or (entry is not null and row_key is not null)),
  check (state not in ('imported', 'kept') or order_id is not null)
);
create index import_row_state on import_row (org_id, import_id, state, no);
create index import_row_key on import_row (org_id, import_id, row_key);
select fence('import_row');

-- Rows that were imported: a second run of a file adds nothing. They outlive the file.
create table import_key (
  org_id uuid not null references organization (id),
  row_key text not null,
  import_id uuid not null,
  row_no integer not null,
  order_id uuid not null,
  primary key (org_id, row_key)
);
select fence('import_key');

-- Fields and their columns as they were last used for a header; what belongs to one sender is not remembered.
create table import_mapping (
  org_id uuid not null references organization (id),
  header_hash text not null,
  uses jsonb not null,
  used_at timestamptz not null,
  primary key (org_id, header_hash)
);
select fence('import_mapping');
