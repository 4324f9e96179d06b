-- A notice holds the link that switches notices off, for 90 days: the log of them is kept longer.
update retention set notice_days = 120 where notice_days < 120;
alter table retention drop constraint retention_notice_days_check;
alter table retention add check (notice_days between 120 and 3650);
