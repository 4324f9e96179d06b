-- The costs of a month, as the settings show them.
create index notice_cost on notice (org_id, said_at) where cost_micros is not null;
