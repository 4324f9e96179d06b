-- A delivery that is offered to couriers until the first accepts it. Its delivery, its time and its couriers never change.
create table offer (
  org_id uuid not null references organization (id),
  id uuid not null,
  delivery_id uuid not null,
  -- The day on whose plan it comes.
  service_date date not null,
  -- Hash of the places and the window that were offered.
  terms text not null,
  to_all boolean not null,
  offered_by uuid,
  offered_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > offered_at),
  ended_at timestamptz,
  ended_as text check (ended_as in ('accepted', 'declined', 'expired', 'withdrawn', 'assigned', 'changed', 'over')),
  primary key (org_id, id),
  foreign key (org_id, delivery_id) references delivery (org_id, id),
  check ((ended_at is null) = (ended_as is null))
);
create unique index offer_open on offer (org_id, delivery_id) where ended_at is null;
create index offer_due on offer (expires_at) where ended_at is null;
create index offer_of_delivery on offer (org_id, delivery_id, offered_at desc, id desc);
create index offer_newest on offer (org_id, offered_at desc, id desc);
select fence('offer');

-- A courier to whom an offer went, what it would add to their route then, and their answer.
create table offer_asked (
  org_id uuid not null,
  offer_id uuid not null,
  courier_id uuid not null,
  offered_at timestamptz not null,
  added_seconds integer,
  -- The best places of its stops on the route of that revision.
  places jsonb,
  revision integer,
  answer text check (answer in ('accepted', 'declined')),
  answered_at timestamptz,
  primary key (org_id, offer_id, courier_id),
  foreign key (org_id, offer_id) references offer (org_id, id),
  check ((answer is null) = (answered_at is null))
);
create index offer_asked_of_courier on offer_asked (org_id, courier_id, offered_at desc);
-- The first wins.
create unique index offer_accepted on offer_asked (org_id, offer_id) where answer = 'accepted';
select fence('offer_asked');

-- The usual time of an offer, where it is not 120 s.
create table offer_time (
  org_id uuid not null references organization (id),
  seconds integer not null check (seconds between 30 and 1800),
  primary key (org_id)
);
select fence('offer_time');
