-- Facts of deliveries that reports count, one row for each. A job writes them anew after every change of the delivery, by
-- the rules in reports/domain; nothing else is kept, so they can be deleted and are gathered again.
create table report_delivery (
  org_id uuid not null references organization (id),
  delivery_id uuid not null,
  order_id uuid not null,
  -- Events of the delivery that are counted here.
  version integer not null,
  -- IANA time zone of day and hour.
  timezone text not null,
  -- Local day and hour at which the promised window begins.
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  promised_end timestamptz not null,
  promise text not null check (promise in ('on_time', 'late', 'missed', 'open', 'cancelled')),
  -- Null while it is not delivered.
  delivered_at timestamptz,
  -- The courier of the last try to deliver.
  courier_id uuid,
  -- Postcode of the recipient, or their town where there is none.
  area text not null,
  -- Code of the zone that holds the place of delivery, empty outside all zones.
  zone text not null,
  -- Version of the zone set that says so, also of the tries; 0 before the first.
  zones_version integer not null check (zones_version >= 0),
  level text not null,
  price_minor bigint not null,
  currency char(3) not null,
  primary key (org_id, delivery_id),
  foreign key (org_id, delivery_id) references delivery (org_id, id)
);
create index report_delivery_day on report_delivery (org_id, day);
select fence('report_delivery');

-- Tries that ended: to collect, to deliver or to return.
create table report_try (
  org_id uuid not null references organization (id),
  task_id uuid not null,
  delivery_id uuid not null,
  kind text not null check (kind in ('collect', 'deliver', 'return')),
  -- Counts the ended tries of its kind from 1.
  nth smallint not null check (nth > 0),
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  ended_at timestamptz not null,
  courier_id uuid,
  -- Of the place of delivery, for other tries of the pickup.
  area text not null,
  zone text not null,
  level text not null,
  result text not null check (result in ('succeeded', 'failed')),
  reason text,
  -- Seconds from arrival to end; null where nobody recorded the arrival.
  stop_s integer check (stop_s > 0),
  lon double precision not null,
  lat double precision not null,
  -- From the courier's stop before on the same day, estimated; null for the first one.
  metres integer check (metres >= 0),
  primary key (org_id, task_id),
  foreign key (org_id, delivery_id) references delivery (org_id, id)
);
create index report_try_day on report_try (org_id, day);
create index report_try_of_delivery on report_try (org_id, delivery_id);
create index report_try_of_courier on report_try (org_id, courier_id, day);
select fence('report_try');

-- People who want the weekly mail.
create table report_mail (
  org_id uuid not null references organization (id),
  person_id uuid not null,
  since timestamptz not null,
  primary key (org_id, person_id),
  foreign key (org_id, person_id) references person (org_id, id)
);
select fence('report_mail');

-- Weekly mails: one for each person and week, by the Monday on which it is due.
create table report_mail_sent (
  org_id uuid not null references organization (id),
  person_id uuid not null,
  monday date not null,
  mail_id uuid not null,
  -- Null until the mail server took it.
  sent_at timestamptz,
  primary key (org_id, person_id, monday),
  foreign key (org_id, person_id) references person (org_id, id)
);
select fence('report_mail_sent');
