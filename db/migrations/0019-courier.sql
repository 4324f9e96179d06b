-- Proofs that come in parts; the bytes so far are a file of the data folder. Kept ones are in `proof`, abandoned ones go
-- after 7 days.
create table courier_upload (
  org_id uuid not null references organization (id),
  id uuid not null,
  user_id uuid not null,
  delivery_id uuid not null,
  task_id uuid not null,
  kind text not null check (kind in ('photo', 'signature')),
  sha256 text not null,
  total integer not null check (total > 0),
  started_at timestamptz not null,
  primary key (org_id, id)
);
create index courier_upload_of_task on courier_upload (org_id, task_id);
create index courier_upload_age on courier_upload (started_at);
select fence('courier_upload');

-- When a phone was missed: its person began anew on another one while it had unsent work.
alter table courier_device add column missed_at timestamptz;
