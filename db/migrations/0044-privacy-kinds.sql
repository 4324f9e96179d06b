-- Days since they were made for which tracks, messages and the log of notices are kept; null for ever.
alter table retention
  add column track_days integer not null default 60 check (track_days between 1 and 60),
  add column message_days integer default 400 check (message_days between 30 and 3650),
  add column notice_days integer default 400 check (notice_days between 35 and 3650);
