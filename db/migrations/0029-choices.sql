-- A choice of a recipient, with what it changed and did, so that it can be taken back. Whether it came true is computed
-- from the delivery and never stored.
create table recipient_choice (
  org_id uuid not null references organization (id),
  id uuid not null,
  delivery_id uuid not null,
  nth integer not null check (nth > 0),
  choice jsonb not null,
  -- Task on which it depends.
  task_id uuid,
  changes jsonb not null,
  steps jsonb not null,
  -- Courier who lost tasks by it: {courierId, taskIds}; null for none.
  lost jsonb,
  chosen_at timestamptz not null,
  taken_back_at timestamptz,
  replaced_by uuid,
  primary key (org_id, id),
  foreign key (org_id, delivery_id) references delivery (org_id, id)
);
create index recipient_choice_replaced on recipient_choice (org_id, replaced_by) where replaced_by is not null;
create unique index recipient_choice_of_delivery on recipient_choice (org_id, delivery_id, nth);
select fence('recipient_choice');
