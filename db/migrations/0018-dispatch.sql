-- One courier's day; its tasks say how far it is. revision grows with every edit; an edit names the revision that its
-- author saw. Revision 0 is a row made only to be locked: nothing was planned yet.
create table route (
  org_id uuid not null references organization (id),
  id uuid not null,
  service_date date not null,
  courier_id uuid not null,
  revision integer not null check (revision >= 0),
  ack_revision integer not null default 0,
  revised_by uuid,
  revised_by_name text,
  revised_at timestamptz not null,
  -- The last edit, shown to whoever is refused because of it.
  last_change jsonb not null,
  primary key (org_id, id),
  unique (org_id, courier_id, service_date),
  check (ack_revision <= revision)
);
create index route_of_day on route (org_id, service_date);
select fence('route');

-- The order of a route's stops: no fact, only the plan. The task itself says whose it is.
create table stop (
  org_id uuid not null references organization (id),
  route_id uuid not null,
  seq integer not null check (seq > 0),
  task_id uuid not null,
  primary key (org_id, route_id, seq),
  foreign key (org_id, route_id) references route (org_id, id),
  foreign key (org_id, task_id) references task (org_id, id),
  unique (org_id, task_id)
);
select fence('stop');

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

create view routes as
  select org_id, id, service_date, courier_id, revision, ack_revision from route;
select publish('routes');
