-- Old and new values of what the office changed on a delivery; its events name only the fields. A window is an ISO 8601
-- interval.
create table delivery_edit (
  org_id uuid not null references organization (id),
  delivery_id uuid not null,
  -- Number of the event `delivery.edited` that tells of it.
  seq integer not null,
  field text not null,
  old_value text,
  new_value text,
  edited_at timestamptz not null,
  -- The stop that shows it and its courier at that time; null where none had it.
  task_id uuid,
  courier_id uuid,
  primary key (org_id, delivery_id, seq, field),
  foreign key (org_id, delivery_id) references delivery (org_id, id)
);
select fence('delivery_edit');

-- The edits as later rooms read them: without the values.
create view delivery_edits as
  select org_id, delivery_id, task_id, courier_id, field, edited_at
  from delivery_edit;
select publish('delivery_edits');
