-- An order has one booking payment; surcharges and what makes a lost hold good are payments of their own. One intent per
-- payment. Amounts in minor units.
create table payment (
  org_id uuid not null references organization (id),
  id uuid not null,
  order_id uuid not null,
  purpose text not null default 'booking' check (purpose in ('booking', 'surcharge', 'recovery')),
  -- Of a recovery: the payment whose hold was lost.
  for_payment_id uuid,
  -- Of a surcharge: why it was asked for, and by whom.
  reason text check (reason in ('waiting', 'extra-stop', 'changed', 'extra-attempt', 'return', 'reopened', 'other')),
  note text check (length(note) <= 500),
  asked_by uuid,
  -- Of a surcharge: it is not owed after all, as a correction of the delivery says. Never taken back.
  is_free boolean not null default false check (purpose = 'surcharge' or not is_free),
  -- Of an order that no card pays for: how it is paid.
  way text check (way in ('cash-collection', 'cash-delivery', 'invoice')),
  state text not null,
  provider text not null,
  provider_ref text,
  currency char(3) not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- The tax within the amount, frozen with it.
  tax_minor bigint not null default 0,
  authorized_minor bigint not null default 0,
  captured_minor bigint not null default 0,
  -- Set aside before a refund is sent: two people who ask at once cannot refund more than was captured.
  refund_reserved_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  -- Of the refunds: by bank transfer, because the card did not take it.
  refunded_by_bank_minor bigint not null default 0,
  -- Taken back by card holders' banks: until they decide, for good, and the provider's fees for it.
  disputed_minor bigint not null default 0,
  lost_minor bigint not null default 0,
  dispute_fee_minor bigint not null default 0,
  -- Of a lost hold: what the order owes in its place, what of that was written off, and who asked to write it off until
  -- a second person agrees.
  owed_minor bigint not null default 0,
  written_off_minor bigint not null default 0,
  write_off_asked_by uuid,
  -- Without a card: what the order's end made due, 0 until then; and who took the money.
  due_minor bigint not null default 0 check (due_minor between 0 and amount_minor),
  received_by uuid,
  -- What the provider was ever seen to say; each only grows.
  canceled_seen boolean not null default false,
  mismatch boolean not null default false,
  decline text,
  tries integer not null default 0,
  action_at integer not null default -1,
  capture_before timestamptz,
  card_brand text,
  card_last4 text,
  -- Length of the chain in payment_snapshot and the hash at its end: written with each link, under this row's lock. An end
  -- that was cut off, or a whole chain, is missed here.
  snapshot_count integer not null default 0 check (snapshot_count >= 0),
  latest_snapshot_hash text not null default '',
  version integer not null default 1,
  created_at timestamptz not null,
  -- When the provider was last asked about it of our own accord: those asked longest ago come first.
  asked_at timestamptz,
  -- When its money came to rest: captured, released or given up. Nothing is asked of the provider after that.
  settled_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, order_id) references sales_order (org_id, id),
  foreign key (org_id, for_payment_id) references payment (org_id, id),
  unique (org_id, provider, provider_ref),
  check ((purpose = 'recovery') = (for_payment_id is not null)),
  check ((purpose = 'surcharge') = (reason is not null)),
  check (captured_minor >= 0 and captured_minor <= authorized_minor and authorized_minor <= amount_minor),
  check (refunded_minor >= 0 and refunded_minor <= captured_minor),
  check (refunded_minor <= refund_reserved_minor and refund_reserved_minor <= captured_minor),
  check (refunded_by_bank_minor between 0 and refunded_minor),
  check (disputed_minor >= 0 and lost_minor >= 0 and dispute_fee_minor >= 0),
  check (tax_minor between 0 and amount_minor),
  check (written_off_minor >= 0 and written_off_minor <= owed_minor and owed_minor <= amount_minor),
  check (owed_minor = 0 or state = 'expired'),
  check ((way is null) = (provider <> 'none')),
  check (due_minor = 0 or way is not null),
  check (received_by is null or way is not null)
);
create unique index payment_booking on payment (org_id, order_id) where purpose = 'booking';
create unique index payment_recovery on payment (org_id, for_payment_id)
  where purpose = 'recovery' and state not in ('voided', 'expired');
create index payment_of_order on payment (org_id, order_id, created_at);
create index payment_for_another on payment (org_id, for_payment_id) where for_payment_id is not null;
create index payment_newest on payment (org_id, created_at desc, id desc);
create index payment_by_state on payment (org_id, state, created_at desc, id desc);
create index payment_owed on payment (org_id, created_at desc, id desc) where state = 'expired' or way is not null;
create index payment_free on payment (org_id, order_id) where is_free;
create index payment_unsettled on payment (org_id, created_at) where settled_at is null;
create index payment_held on payment (org_id, asked_at nulls first) where settled_at is null and state = 'authorized';
-- Looked for every minute: holds that end soon, and payments that may stop the work on their delivery.
create index payment_hold_ends on payment (org_id, capture_before) where settled_at is null and state = 'authorized';
create index payment_lost_or_in_doubt on payment (org_id, order_id) where state in ('review', 'expired');
create index payment_in_review on payment (org_id) where state = 'review';
select fence('payment');

-- A wish to refund. The id is made once by the dialog that asks, so that asking twice is asking once.
create table refund_request (
  org_id uuid not null references organization (id),
  id uuid not null,
  payment_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null
    check (reason in ('not-delivered', 'late', 'damaged', 'duplicate', 'goodwill', 'other', 'elsewhere')),
  note text check (length(note) <= 500),
  -- null: refunded in the provider's own dashboard ('elsewhere'), or written by us at the order's end ('not-delivered').
  asked_by uuid,
  asked_at timestamptz not null,
  -- waiting: for a second person; release-waiting: the same for the release of a hold (nothing was captured, so nothing is
  -- set aside); cash-waiting: the same for money that came without a card. sending: the provider was asked, or will be.
  -- refused: it said no. failed: it came back from the card's bank, or was refused where no person had asked; somebody has
  -- to bring it to the customer. by-bank: somebody did. dropped: failed, and was not owed after all. declined: by the second
  -- person; without one, withdrawn as the order's end changed. released: of a hold that was not captured yet.
  -- cash-back: in the payer's hands.
  state text not null check (state in
    ('waiting', 'release-waiting', 'cash-waiting', 'declined', 'sending', 'pending', 'succeeded', 'refused', 'failed',
     'by-bank', 'dropped', 'released', 'cash-back')),
  decided_by uuid,
  decided_at timestamptz,
  provider_ref text,
  -- The provider's word for why not.
  code text,
  changed_at timestamptz not null,
  -- When the provider was last asked what became of it.
  looked_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, payment_id) references payment (org_id, id),
  unique (org_id, provider_ref),
  check (decided_by is null or decided_by is distinct from asked_by)
);
create index refund_request_of_payment on refund_request (org_id, payment_id, asked_at);
create index refund_request_newest on refund_request (org_id, asked_at);
create index refund_request_open on refund_request (org_id, state, asked_at, id)
  where state in ('waiting', 'sending', 'pending', 'failed');
create index refund_request_on_its_way on refund_request (org_id, payment_id) where state = 'pending';
select fence('refund_request');

-- Names this very database: the cluster and its timeline, where we may know them, the database, a table in it. A dump
-- that is restored makes tables anew, a restore to a moment begins a timeline, another machine is another cluster.
-- The control file is read once a session (measured: 0.4 ms of the 0.5 ms of a call). A session outlives neither a
-- restored server nor its timeline, but for one that began on a standby. A server that was just promoted names its old
-- timeline until its first checkpoint is done: kept is what agrees with the log it writes.
create function database_place() returns text language plpgsql stable as $$
declare
  cluster text := '';
begin
  if has_function_privilege('pg_control_system()', 'execute')
     and has_function_privilege('pg_control_checkpoint()', 'execute') then
    cluster := coalesce(current_setting('waybill.cluster', true), '');
    if cluster = '' then
      execute 'select s.system_identifier || ''.'' || c.timeline_id
               from pg_control_system() s, pg_control_checkpoint() c' into cluster;
      if not pg_is_in_recovery() then
        if split_part(cluster, '.', 2) = ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int::text then
          perform set_config('waybill.cluster', cluster, false);
        end if;
      end if;
    end if;
  end if;
  return cluster || '/' || (select oid from pg_database where datname = current_database())
    || '/' || 'payment_gate'::regclass::oid;
end $$;

-- Every call that moves money, written before it is sent. logical_key makes a second settle impossible; the provider sees
-- idem_key, which changes only after a read that found nothing (attempt).
create table payment_op (
  org_id uuid not null references organization (id),
  id uuid not null,
  payment_id uuid not null,
  kind text not null check (kind in ('open', 'capture', 'cancel', 'refund')),
  refund_id uuid,
  logical_key text not null,
  amount_minor bigint,
  state text not null check (state in ('pending', 'sent', 'done', 'failed', 'review')),
  attempt integer not null default 1,
  idem_key text not null,
  -- Where the database stood when it was written: after a restore it tells what the backup held from what came since.
  place text default database_place(),
  -- The payer's address that went out with the key: a repeat under the same key says the same.
  payer_address text,
  -- The last answer, in a few words; never card data.
  outcome jsonb,
  created_at timestamptz not null,
  first_sent_at timestamptz,
  sent_at timestamptz,
  sends integer not null default 0,
  next_at timestamptz not null,
  done_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, payment_id) references payment (org_id, id),
  foreign key (org_id, refund_id) references refund_request (org_id, id),
  unique (org_id, logical_key),
  unique (org_id, idem_key),
  check (kind <> 'capture' or amount_minor > 0),
  check ((kind = 'refund') = (refund_id is not null) and (kind <> 'refund' or amount_minor > 0))
);
create index payment_op_waiting on payment_op (org_id, next_at) where state in ('pending', 'sent');
create index payment_op_unclear on payment_op (org_id, state, first_sent_at) where state in ('sent', 'review');
create index payment_op_opened_again on payment_op (org_id, done_at) where kind = 'open' and sends > 1;
create index payment_op_of_payment on payment_op (org_id, payment_id);
select fence('payment_op');

-- Disputes of card holders, each as the provider described it last.
create table dispute (
  org_id uuid not null references organization (id),
  id uuid not null,
  payment_id uuid not null,
  provider_ref text not null,
  state text not null check (state in ('inquiry', 'open', 'won', 'lost')),
  reason text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  withdrawn_minor bigint not null check (withdrawn_minor >= 0),
  fee_minor bigint not null check (fee_minor >= 0),
  -- Where the provider keeps our account in another currency than the payment's: what the dispute took from it there.
  settled_currency char(3),
  settled_withdrawn_minor bigint check (settled_withdrawn_minor >= 0),
  settled_fee_minor bigint check (settled_fee_minor >= 0),
  -- Evidence that comes later is not read.
  evidence_due timestamptz,
  opened_at timestamptz not null,
  -- When the provider was asked; an answer to an earlier question changes nothing.
  as_of timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, payment_id) references payment (org_id, id),
  unique (org_id, provider_ref),
  check ((settled_currency is null) = (settled_withdrawn_minor is null)
    and (settled_currency is null) = (settled_fee_minor is null))
);
create index dispute_of_payment on dispute (org_id, payment_id);
create index dispute_newest on dispute (org_id, opened_at desc, id desc);
create index dispute_open on dispute (org_id, payment_id) where state in ('inquiry', 'open');
select fence('dispute');

-- What every change of a payment moved between accounts: debits positive, one entry per version of the payment.
-- Written in the transaction of the change, never changed and never deleted.
create table ledger_line (
  org_id uuid not null references organization (id),
  payment_id uuid not null,
  version integer not null,
  account text not null check (account in
    ('holds', 'held-for-senders', 'receivable', 'received', 'provider', 'revenue', 'tax', 'refunds', 'bank', 'disputes',
     'losses', 'writeoffs', 'fees', 'psp-fees')),
  minor bigint not null check (minor <> 0),
  currency char(3) not null,
  at timestamptz not null,
  primary key (org_id, payment_id, version, account),
  foreign key (org_id, payment_id) references payment (org_id, id)
);
create index ledger_line_by_time on ledger_line (org_id, at);
select fence('ledger_line');
revoke update, delete on ledger_line from waybill_app;

create function ledger_is_written_once() returns trigger language plpgsql as $$
begin
  raise exception 'lines of the ledger are neither changed nor deleted';
end $$;
create trigger ledger_is_written_once before update or delete on ledger_line
  for each row execute function ledger_is_written_once();

create function ledger_balances() returns trigger language plpgsql as $$
begin
  if (select sum(minor) from ledger_line
      where org_id = new.org_id and payment_id = new.payment_id and version = new.version) <> 0 then
    raise exception 'entry % of payment % does not balance', new.version, new.payment_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_balances after insert on ledger_line
  deferrable initially deferred for each row execute function ledger_balances();

-- Events that the provider reported of its own accord: hints, never facts. A row makes us ask once, however often it was
-- reported.
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

-- Tries to pay a payment by card, by payer and address: they limit declined cards and show that cards are tested.
-- Forgotten after a day.
create table card_try (
  org_id uuid not null references organization (id),
  payment_id uuid not null,
  -- Of the caller, IPv6 by its network; empty where Waybill itself calls.
  address text not null,
  -- The person, or the hash of the guest's booking key.
  payer text not null,
  -- The provider is told where a payment was first opened from, also when somebody opens it again from elsewhere.
  first_opened_at timestamptz not null,
  opened_at timestamptz not null,
  declines int not null default 0 check (declines >= 0),
  declined_at timestamptz,
  held_at timestamptz,
  primary key (org_id, payment_id, address),
  foreign key (org_id, payment_id) references payment (org_id, id)
);
create index card_try_of_address on card_try (org_id, address, opened_at);
create index card_try_of_payer on card_try (org_id, payer, opened_at);
create index card_try_newest on card_try (org_id, opened_at);
select fence('card_try');

-- Whether calls go out to a provider, and to which of its accounts. Written at the first look.
create table payment_gate (
  org_id uuid not null references organization (id),
  provider text not null,
  -- The account that our payments are in and whether its money is real; null where the key may not ask.
  account text,
  is_live boolean,
  -- Nothing goes out until a person opens it again: our key is refused, or of another account or mode.
  stopped_at timestamptz,
  stop_code text,
  met_account text,
  -- Where this database stood when it was last looked at. Elsewhere, it is a backup that was restored.
  place text not null,
  -- Counts the restores; from the second on it is part of every new key.
  epoch integer not null default 1 check (epoch >= 1),
  -- Nothing goes out until our books were compared with the provider's, from then on that a backup may have lost.
  frozen_at timestamptz,
  frozen_from timestamptz,
  primary key (org_id, provider),
  check ((stopped_at is null) = (stop_code is null)),
  check ((frozen_at is null) = (frozen_from is null))
);
select fence('payment_gate');

-- The provider's answers about each payment, in the order in which we got them. Each row carries the hash of the one
-- before: a row that was changed, left out or put in breaks the chain of its payment. One chain a payment, written under
-- that payment's row lock: no payment waits for another's.
create table payment_snapshot (
  org_id uuid not null references organization (id),
  payment_id uuid not null,
  nth integer not null check (nth > 0),
  kind text not null check (kind in ('intent', 'refund', 'dispute')),
  -- The provider's name of what it spoke of.
  ref text not null,
  seen jsonb not null,
  received_at timestamptz not null,
  before text not null,
  hash text not null,
  primary key (org_id, payment_id, nth),
  foreign key (org_id, payment_id) references payment (org_id, id)
);
select fence('payment_snapshot');
revoke update, delete on payment_snapshot from waybill_app;

create function payment_snapshot_is_written_once() returns trigger language plpgsql as $$
begin
  raise exception 'a snapshot is neither changed nor deleted';
end $$;
create trigger payment_snapshot_is_written_once before update or delete on payment_snapshot
  for each row execute function payment_snapshot_is_written_once();

-- A row's own hash: SHA-256 in hex, of the hash before and of everything that stands in the row.
create function snapshot_hash(before text, payment_id uuid, nth integer, kind text, ref text, seen jsonb, received_at timestamptz)
  returns text language sql immutable parallel safe as $$
  select encode(sha256(convert_to(concat_ws(E'\n', before, payment_id::text, nth::text, kind, ref, seen::text,
    extract(epoch from received_at)::text), 'UTF8')), 'hex')
$$;

-- Differences between the books and the provider, or within the books: one row as long as it is open. A payment under
-- review has one too, which a look at the provider may end.
create table payment_finding (
  org_id uuid not null references organization (id),
  id uuid not null,
  -- Kinds and ends are listed in one place, the contract of findings.
  kind text not null check (kind ~ '^[a-z][a-z-]{2,40}$'),
  -- The intent, the operation or the invariant with what breaks it.
  about text not null,
  payment_id uuid,
  facts jsonb not null,
  found_at timestamptz not null,
  seen_at timestamptz not null,
  resolved_at timestamptz,
  -- 'auto': put right without a person. 'gone': was right again when it was looked at. The others are a person's.
  resolution text check (resolution ~ '^[a-z][a-z-]{2,40}$'),
  resolved_by uuid,
  primary key (org_id, id),
  foreign key (org_id, payment_id) references payment (org_id, id),
  check ((resolved_at is null) = (resolution is null)),
  constraint payment_finding_by_a_person
    check (resolution is null or (resolved_by is null) = (resolution in ('auto', 'gone')))
);
create unique index payment_finding_open on payment_finding (org_id, kind, about) where resolved_at is null;
create index payment_finding_newest on payment_finding (org_id, found_at desc, id desc);
create index payment_finding_about on payment_finding (org_id, kind, about, found_at desc, id desc);
-- Orders whose work goes on although their money is not safe, because a person said so, among them.
create index payment_finding_of_payment on payment_finding (org_id, payment_id);
select fence('payment_finding');

-- The rows of this room as later rooms read them.
create view payments as
  select org_id, id, order_id, purpose, for_payment_id, reason, note, asked_by, is_free, way, state, provider, provider_ref, currency,
    amount_minor, tax_minor, authorized_minor, captured_minor, refund_reserved_minor, refunded_minor, refunded_by_bank_minor,
    disputed_minor, lost_minor, dispute_fee_minor, owed_minor, written_off_minor, due_minor, received_by, canceled_seen,
    mismatch, decline, capture_before, card_brand, card_last4, snapshot_count, latest_snapshot_hash, version, created_at, asked_at,
    settled_at
  from payment;
select publish('payments');

create view refund_requests as
  select org_id, id, payment_id, amount_minor, reason, note, asked_by, asked_at, state, decided_by, decided_at, provider_ref,
    code, changed_at
  from refund_request;
select publish('refund_requests');

create view payment_ops as
  select org_id, id, payment_id, kind, refund_id, logical_key, amount_minor, state, attempt, idem_key, outcome, created_at,
    first_sent_at, sent_at, sends, next_at, done_at
  from payment_op;
select publish('payment_ops');

create view disputes as
  select org_id, id, payment_id, provider_ref, state, reason, amount_minor, withdrawn_minor, fee_minor, settled_currency,
    settled_withdrawn_minor, settled_fee_minor, evidence_due, opened_at, as_of
  from dispute;
select publish('disputes');

create view ledger_lines as
  select org_id, payment_id, version, account, minor, currency, at from ledger_line;
select publish('ledger_lines');

create view payment_news as
  select org_id, provider, event_id, type, ref, received_at, done_at, outcome from payment_inbox;
select publish('payment_news');

create view payment_gates as
  select org_id, provider, account, stopped_at, stop_code, met_account, frozen_at from payment_gate;
select publish('payment_gates');

create view payment_snapshots as
  select org_id, payment_id, nth, kind, ref, seen, received_at, before, hash from payment_snapshot;
select publish('payment_snapshots');

create view payment_findings as
  select org_id, id, kind, about, payment_id, facts, found_at, seen_at, resolved_at, resolution, resolved_by
  from payment_finding;
select publish('payment_findings');

create view card_tries as
  select org_id, payment_id, address, payer, opened_at, declines, declined_at, held_at from card_try;
select publish('card_tries');
