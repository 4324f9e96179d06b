-- Rows that the current check began with; its progress is counted by them.
alter table import_file add column to_check integer not null default 0;
