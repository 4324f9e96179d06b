-- That a receipt was sent, and when: a job that runs again sends nothing again.
create table receipt_mail (
  org_id uuid not null references organization (id),
  receipt_id uuid not null,
  sent_at timestamptz not null,
  primary key (org_id, receipt_id),
  foreign key (org_id, receipt_id) references receipt (org_id, id)
);
select fence('receipt_mail');
