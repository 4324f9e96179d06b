-- Deliveries that a dispatcher pinned to their courier: no plan moves them. A pin counts while that courier has open work of
-- the delivery.
create table pinned_delivery (
  org_id uuid not null references organization (id),
  delivery_id uuid not null,
  courier_id uuid not null,
  pinned_at timestamptz not null,
  primary key (org_id, delivery_id),
  foreign key (org_id, delivery_id) references delivery (org_id, id)
);
select fence('pinned_delivery');
