-- Keys by which push services know an organisation (RFC 8292). Every device is bound to them: they are never replaced.
create table push_key (
  org_id uuid not null references organization (id),
  public_key text not null,
  private_key text not null,
  made_at timestamptz not null,
  primary key (org_id)
);
select fence('push_key');

-- Browsers that get notifications. An address is a secret: whoever has it and the keys can write there.
create table push_device (
  org_id uuid not null references organization (id),
  id uuid not null,
  person_id uuid not null,
  endpoint text not null check (length(endpoint) <= 1000),
  -- SHA-256 of the address, in hex.
  mark text not null,
  p256dh text not null,
  auth text not null,
  language text not null,
  -- The sign-in that pressed the switch; the device goes with it.
  sign_in jsonb not null,
  browser text,
  system text,
  made_at timestamptz not null,
  reached_at timestamptz,
  -- Its push service asked not to be called before.
  not_before timestamptz,
  primary key (org_id, id),
  foreign key (org_id, person_id) references person (org_id, id),
  unique (org_id, mark)
);
create index push_device_of_person on push_device (org_id, person_id, made_at desc);
select fence('push_device');

-- Pushes that devices took, so that another try leaves them in peace.
create table push_taken (
  org_id uuid not null references organization (id),
  push_id uuid not null,
  device_id uuid not null,
  taken_at timestamptz not null,
  primary key (org_id, push_id, device_id),
  foreign key (org_id, device_id) references push_device (org_id, id) on delete cascade
);
create index push_taken_of_device on push_taken (org_id, device_id);
create index push_taken_old on push_taken (taken_at);
select fence('push_taken');

-- Open stops of the day of each courier with a device, as the courier last knew them.
create table push_day (
  org_id uuid not null references organization (id),
  courier_id uuid not null,
  task_ids uuid[] not null,
  looked_at timestamptz not null,
  primary key (org_id, courier_id)
);
select fence('push_day');

create view push_people as
  select distinct org_id, person_id from push_device;
select publish('push_people');

-- Begins of shifts of which couriers were reminded.
create table push_reminder (
  org_id uuid not null references organization (id),
  courier_id uuid not null,
  starts_at timestamptz not null,
  primary key (org_id, courier_id, starts_at)
);
create index push_reminder_old on push_reminder (starts_at);
select fence('push_reminder');
