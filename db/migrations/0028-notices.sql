-- A notice to one person of a delivery by one way: written before it is sent, under the id that the gateway is given.
create table notice (
  org_id uuid not null references organization (id),
  id uuid not null,
  delivery_id uuid not null,
  notice text not null check (notice in ('booked', 'out_for_delivery', 'next_stop', 'late', 'ready', 'delivered', 'missed',
    'returning', 'returned', 'cancelled', 'taken_back')),
  -- The task that it is about; empty for the whole delivery.
  about text not null,
  corrects boolean not null,
  audience text not null check (audience in ('recipient', 'sender', 'guest')),
  way text not null check (way in ('mail', 'sms', 'push')),
  state text not null check (state in ('waiting', 'sending', 'sent', 'unsure', 'failed', 'dropped')),
  why text check (why in ('overtaken', 'off', 'limit', 'stale', 'no_address')),
  made_at timestamptz not null,
  due_at timestamptz not null,
  -- When it was first given to the gateway.
  said_at timestamptz,
  ended_at timestamptz,
  -- Tries under way: another one begins only after it.
  leased_until timestamptz,
  tries integer not null default 0 check (tries >= 0),
  -- The address so far that whoever knows it recognises it; the address itself stands with the delivery.
  shown_to text,
  address_hash text,
  -- The message as it is sent, the same at each try; deleted once it has ended, since its links are secrets.
  message jsonb,
  -- SHA-256 of the token that switches notices to this address off.
  switch_hash text,
  answer text check (length(answer) <= 300),
  sms_parts integer check (sms_parts > 0),
  -- Millionths of the organisation's currency.
  cost_micros bigint check (cost_micros >= 0),
  primary key (org_id, id),
  foreign key (org_id, delivery_id) references delivery (org_id, id),
  check ((state = 'dropped') = (why is not null)),
  check (state in ('waiting', 'dropped') or said_at is not null),
  check (state in ('waiting', 'sending') or message is null)
);
create index notice_of_delivery on notice (org_id, delivery_id);
create index notice_open on notice (due_at) where state in ('waiting', 'sending');
create index notice_to_address on notice (org_id, address_hash, said_at);
create unique index notice_switch on notice (org_id, switch_hash) where switch_hash is not null;
-- The costs of a month, as the settings show them.
create index notice_cost on notice (org_id, said_at) where cost_micros is not null;
-- Failed or unsure ones by the moment they ended, as operations count them.
create index notice_astray on notice (org_id, ended_at) where state in ('failed', 'unsure');
select fence('notice');

-- Addresses whose holders switched notices off.
create table notice_off (
  org_id uuid not null references organization (id),
  address_hash text not null,
  off_at timestamptz not null,
  primary key (org_id, address_hash)
);
select fence('notice_off');

create table notice_settings (
  org_id uuid not null references organization (id),
  version integer not null check (version > 0),
  rules jsonb not null,
  changed_at timestamptz not null,
  changed_by uuid,
  primary key (org_id)
);
select fence('notice_settings');

-- Wordings that an organisation changed; the others are Waybill's own.
create table notice_template (
  org_id uuid not null references organization (id),
  notice text not null,
  way text not null,
  language text not null,
  version integer not null check (version > 0),
  subject text not null check (length(subject) <= 200),
  body text not null check (length(body) <= 2000),
  changed_at timestamptz not null,
  changed_by uuid,
  primary key (org_id, notice, way, language)
);
select fence('notice_template');

-- Text messages that no gateway took, since none is set: the newest of each organisation, as its demo shows them.
create table unsent_sms (
  org_id uuid not null references organization (id),
  notice_id uuid not null,
  delivery_id uuid not null,
  audience text not null,
  body text not null,
  written_at timestamptz not null,
  primary key (org_id, notice_id)
);
create index unsent_sms_of_delivery on unsent_sms (org_id, delivery_id, written_at);
select fence('unsent_sms');
