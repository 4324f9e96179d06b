-- Bounds of what phones reported, as later rooms read them.
create view courier_report_times as select org_id, id, lo_at, hi_at from courier_report;
select publish('courier_report_times');
