-- Notices by the moment they ended, as the nightly deletion finds the old ones.
create index notice_age on notice (org_id, ended_at) where ended_at is not null;
