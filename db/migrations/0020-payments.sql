-- Where the database stood when the operation was written. After a restore it tells what the backup held from what was
-- written since: all before this column count as the backup's.
alter table payment_op add column place text;
alter table payment_op alter column place set default database_place();
