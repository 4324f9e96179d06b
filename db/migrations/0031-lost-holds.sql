-- Taken while the order went on; what its end does not call for goes back.
alter table payment add column taken_early boolean not null default false;
-- Who wants to give up what a lost hold left owed, until a second person agrees.
alter table payment add column write_off_asked_by uuid;
-- The newest link to pay with, for guests: opens their order as their booking key does.
alter table sales_order add column pay_key_hash text;
create index payment_early_or_owed on payment (org_id, created_at) where taken_early or owed_minor > 0;
