-- What the payment provider told us of its own accord: hints, never facts. A row makes us ask once, however often it
-- was told.
create table payment_inbox (
  org_id uuid not null references organization (id),
  provider text not null,
  event_id text not null,
  type text not null,
  -- The provider's name of the intent that it is about.
  ref text,
  received_at timestamptz not null,
  done_at timestamptz,
  -- 'asked': we asked the provider. 'foreign': no payment of ours. 'no-intent': about something else.
  outcome text check (outcome in ('asked', 'foreign', 'no-intent')),
  primary key (org_id, provider, event_id),
  check ((done_at is null) = (outcome is null))
);
create index payment_inbox_waiting on payment_inbox (org_id, provider, ref) where done_at is null;
create index payment_inbox_done on payment_inbox (org_id, done_at) where done_at is not null;
select fence('payment_inbox');
