-- A link is a secret of 22 characters; only its SHA-256 is kept.
create table tracking_link (
  org_id uuid not null references organization (id),
  token_hash text not null,
  delivery_id uuid not null,
  created_by uuid,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (org_id, token_hash),
  foreign key (org_id, delivery_id) references delivery (org_id, id)
);
create index tracking_link_of_delivery on tracking_link (org_id, delivery_id);
select fence('tracking_link');
