-- Who wants to give up what a lost hold left owed, until a second person agrees.
alter table payment add column write_off_asked_by uuid;
-- The newest link to pay with, for guests: opens their order as their booking key does.
alter table sales_order add column pay_key_hash text;
